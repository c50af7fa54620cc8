package apiservertest

import (
	"net/http"
	"testing"
	"time"
)

// ClockSpec is the time at which a cluster begins, and whether it goes on by itself.
type ClockSpec struct {
	Now     *time.Time `json:"now,omitempty"`
	Running *bool      `json:"running,omitempty"`
}

// StoppedAt is a clock that advances with StepClock and RunClock only.
func StoppedAt(now time.Time) *ClockSpec {
	running := false
	return &ClockSpec{Now: &now, Running: &running}
}

// Clock is the time of a cluster.
type Clock struct {
	Now     time.Time `json:"now"`
	Running bool      `json:"running"`
	// Pending is how many timers are set; Next is when the first is due.
	Pending int        `json:"pending"`
	Next    *time.Time `json:"next"`
}

// Clock reads the time of the cluster.
func (c *Cluster) Clock(t testing.TB) Clock {
	t.Helper()
	return c.clock(t, http.MethodGet, "", nil)
}

// SetClock sets the time, or stops it, or lets it go on.
func (c *Cluster) SetClock(t testing.TB, spec ClockSpec) Clock {
	t.Helper()
	return c.clock(t, http.MethodPatch, "", spec)
}

// StepClock moves the time on at once.
func (c *Cluster) StepClock(t testing.TB, by time.Duration) Clock {
	t.Helper()
	return c.clock(t, http.MethodPost, "/step", map[string]int64{"milliseconds": by.Milliseconds()})
}

// RunClock moves the time on from one due moment to the next, with the cluster idle between them: what sleeping is with a real clock.
// The timeout is one of real time.
func (c *Cluster) RunClock(t testing.TB, by, timeout time.Duration) Clock {
	t.Helper()
	body := map[string]int64{"milliseconds": by.Milliseconds(), "timeoutMilliseconds": timeout.Milliseconds()}
	return c.clock(t, http.MethodPost, "/run", body)
}

func (c *Cluster) clock(t testing.TB, method, rest string, body any) Clock {
	t.Helper()
	var clock Clock
	must(t, c.control.do(method, c.path("/clock"+rest), body, &clock))
	return clock
}
