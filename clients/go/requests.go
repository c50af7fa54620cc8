package apiservertest

import (
	"net/http"
	"strconv"
	"testing"
)

// LoggedRequest is a request that the cluster has got.
type LoggedRequest struct {
	Number      int    `json:"number"`
	Method      string `json:"method"`
	URL         string `json:"url"`
	Verb        string `json:"verb"`
	Group       string `json:"group"`
	Version     string `json:"version"`
	Resource    string `json:"resource"`
	Subresource string `json:"subresource"`
	Namespace   string `json:"namespace"`
	Name        string `json:"name"`
	User        string `json:"user"`
	UserAgent   string `json:"userAgent"`
	// Status is 0 while the request is being answered, and when its connection was cut.
	Status int `json:"status"`
}

// Requests are those so far, oldest first; the newest 10,000 are kept.
func (c *Cluster) Requests(t testing.TB, match Match) []LoggedRequest {
	t.Helper()
	return c.RequestsAfter(t, 0, match)
}

// RequestsAfter are those with a number greater than that of an earlier one.
func (c *Cluster) RequestsAfter(t testing.TB, number int, match Match) []LoggedRequest {
	t.Helper()
	query := match.query()
	query.Set("after", strconv.Itoa(number))
	var list items[LoggedRequest]
	must(t, c.control.do(http.MethodGet, c.path("/requests?"+query.Encode()), nil, &list))
	return list.Items
}

// CountRequests counts them.
func (c *Cluster) CountRequests(t testing.TB, match Match) int {
	t.Helper()
	var answer struct{ Count int }
	must(t, c.control.do(http.MethodGet, c.path("/requests/count?"+match.query().Encode()), nil, &answer))
	return answer.Count
}

// ClearRequests empties the log.
func (c *Cluster) ClearRequests(t testing.TB) {
	t.Helper()
	must(t, c.control.do(http.MethodDelete, c.path("/requests"), nil, nil))
}
