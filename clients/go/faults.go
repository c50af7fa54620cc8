package apiservertest

import (
	"net/http"
	"net/url"
	"testing"
)

// Fault is what happens to the requests that it selects.
type Fault struct {
	Match
	// Latency in milliseconds of the cluster's clock.
	Latency int64 `json:"latency,omitempty"`
	// Status is answered instead, with RetryAfter in seconds.
	Status     int `json:"status,omitempty"`
	RetryAfter int `json:"retryAfter,omitempty"`
	// Error is a Status object that is answered instead: anything that encodes to JSON.
	Error any `json:"error,omitempty"`
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
	Fault
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

// Faults are those that are in effect, in the order in which they are tried.
func (c *Cluster) Faults(t testing.TB) []*AddedFault {
	t.Helper()
	var list items[*AddedFault]
	must(t, c.control.do(http.MethodGet, c.path("/faults"), nil, &list))
	for _, fault := range list.Items {
		fault.cluster = c
	}
	return list.Items
}

// ClearFaults ends all faults.
func (c *Cluster) ClearFaults(t testing.TB) {
	t.Helper()
	must(t, c.control.do(http.MethodDelete, c.path("/faults"), nil, nil))
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
