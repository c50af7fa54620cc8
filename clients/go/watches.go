package apiservertest

import (
	"net/http"
	"testing"
)

// CutWatches breaks the connections of watches; it returns how many.
func (c *Cluster) CutWatches(t testing.TB, match Match) int {
	t.Helper()
	return c.cutWatches(t, match, false)
}

// EndWatches ends watches as a server does at the end of their time; it returns how many.
func (c *Cluster) EndWatches(t testing.TB, match Match) int {
	t.Helper()
	return c.cutWatches(t, match, true)
}

func (c *Cluster) cutWatches(t testing.TB, match Match, cleanly bool) int {
	t.Helper()
	body := struct {
		Match
		Cleanly bool `json:"cleanly"`
	}{match, cleanly}
	var answer struct{ Cut int }
	must(t, c.control.do(http.MethodPost, c.path("/watches/cut"), body, &answer))
	return answer.Cut
}

// OpenWatches counts watches.
func (c *Cluster) OpenWatches(t testing.TB, match Match) int {
	t.Helper()
	var answer struct{ Open int }
	must(t, c.control.do(http.MethodGet, c.path("/watches?"+match.query().Encode()), nil, &answer))
	return answer.Open
}
