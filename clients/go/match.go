package apiservertest

import "net/url"

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
