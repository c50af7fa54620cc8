package apiservertest

import (
	"net/http"
	"net/url"
	"testing"
	"time"
)

// Snapshot is all objects of a cluster at one moment.
type Snapshot struct {
	Name            string    `json:"name"`
	Cluster         string    `json:"cluster"`
	Created         time.Time `json:"created"`
	ResourceVersion string    `json:"resourceVersion"`
	control         control
}

// Snapshot keeps the objects of the moment until the test has ended. Clusters begin with them by Origin{Snapshot: snapshot.Name}.
func (c *Cluster) Snapshot(t testing.TB) *Snapshot {
	t.Helper()
	snapshot := &Snapshot{control: c.control}
	must(t, c.control.do(http.MethodPost, "/snapshots", map[string]string{"cluster": c.Name}, snapshot))
	t.Cleanup(func() {
		if err := snapshot.delete(); err != nil && !IsNotFound(err) {
			t.Errorf("snapshot %s: %v", snapshot.Name, err)
		}
	})
	return snapshot
}

// Snapshots are all snapshots of the server.
func (s *Server) Snapshots(t testing.TB) []*Snapshot {
	t.Helper()
	var list items[*Snapshot]
	must(t, s.control.do(http.MethodGet, "/snapshots", nil, &list))
	for _, snapshot := range list.Items {
		snapshot.control = s.control
	}
	return list.Items
}

// Restore brings the objects of a snapshot back: watches are closed, and older resource versions are gone.
func (c *Cluster) Restore(t testing.TB, snapshot *Snapshot) {
	t.Helper()
	must(t, c.control.do(http.MethodPost, c.path("/restore"), map[string]string{"snapshot": snapshot.Name}, nil))
}

// Delete forgets the snapshot before the test ends.
func (s *Snapshot) Delete(t testing.TB) {
	t.Helper()
	must(t, s.delete())
}

func (s *Snapshot) delete() error {
	return s.control.do(http.MethodDelete, "/snapshots/"+url.PathEscape(s.Name), nil, nil)
}
