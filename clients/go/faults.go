package apiservertest

import (
	"net/http"
	"net/url"
	"testing"
)

// Match selects requests; what is left out matches all.
type Match struct {
	// Verb is one of get, list, watch, create, update, patch, delete, deletecollection.
	Verb []string `json:"verb,omitempty"`
	// Resource is pods, deployments.apps or pods/status.
	Resource  []string `json:"resource,omitempty"`
	Namespace string   `json:"namespace,omitempty"`
	Name      string   `json:"name,omitempty"`
	User      string   `json:"user,omitempty"`
}

func (m Match) query() url.Values {
	values := url.Values{}
	for _, verb := range m.Verb {
		values.Add("verb", verb)
	}
	for _, resource := range m.Resource {
		values.Add("resource", resource)
	}
	for name, value := range map[string]string{"namespace": m.Namespace, "name": m.Name, "user": m.User} {
		if value != "" {
			values.Set(name, value)
		}
	}
	return values
}

// Fault is what happens to the requests that it selects.
type Fault struct {
	Match
	// Latency in milliseconds of the cluster's clock.
	Latency int64 `json:"latency,omitempty"`
	// Status is answered instead, with RetryAfter in seconds.
	Status     int `json:"status,omitempty"`
	RetryAfter int `json:"retryAfter,omitempty"`
	// Cut breaks the connection: "before" the request is processed, or "after", when a write has happened and its answer is lost.
	Cut string `json:"cut,omitempty"`
	// Stale answers reads with the objects of the moment when the fault was added.
	Stale bool `json:"stale,omitempty"`
	// After is how many requests pass first, Times how many are hit; 0 is all.
	After int `json:"after,omitempty"`
	Times int `json:"times,omitempty"`
}

// AddedFault is a fault that is in effect.
type AddedFault struct {
	ID      string `json:"id"`
	cluster *Cluster
}

// AddFault makes requests fail from now on, until the cluster is deleted or Remove is called.
func (c *Cluster) AddFault(t testing.TB, fault Fault) *AddedFault {
	t.Helper()
	added := &AddedFault{cluster: c}
	must(t, c.control.do(http.MethodPost, c.path("/faults"), fault, added))
	return added
}

// Hits is how many requests it has hit.
func (f *AddedFault) Hits(t testing.TB) int {
	t.Helper()
	var answer struct{ Hits int }
	must(t, f.cluster.control.do(http.MethodGet, f.path(), nil, &answer))
	return answer.Hits
}

// Remove ends the fault.
func (f *AddedFault) Remove(t testing.TB) {
	t.Helper()
	must(t, f.cluster.control.do(http.MethodDelete, f.path(), nil, nil))
}

func (f *AddedFault) path() string { return f.cluster.path("/faults/" + url.PathEscape(f.ID)) }

// CutWatches breaks the connections of watches; it returns how many.
func (c *Cluster) CutWatches(t testing.TB, match Match) int {
	t.Helper()
	var answer struct{ Cut int }
	must(t, c.control.do(http.MethodPost, c.path("/watches/cut"), match, &answer))
	return answer.Cut
}

// OpenWatches counts watches.
func (c *Cluster) OpenWatches(t testing.TB, match Match) int {
	t.Helper()
	var answer struct{ Open int }
	must(t, c.control.do(http.MethodGet, c.path("/watches?"+match.query().Encode()), nil, &answer))
	return answer.Open
}
