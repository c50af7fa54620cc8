package apiservertest

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// ClusterSpec is what a new cluster is to be; the zero value is an empty cluster with the machine's time.
type ClusterSpec struct {
	Name string `json:"name,omitempty"`
	// Controllers to run, as the flag of kube-controller-manager: {"*"}, {"deployment-controller", "scheduler"}.
	Controllers []string `json:"controllers,omitempty"`
	// Nodes is the number of simulated nodes, or the text of a kwok configuration.
	Nodes any        `json:"nodes,omitempty"`
	Clock *ClockSpec `json:"clock,omitempty"`
	Users []User     `json:"users,omitempty"`
	// Objects to create, in order: anything that encodes to JSON.
	Objects            []any            `json:"objects,omitempty"`
	AuthorizationModes []string         `json:"authorizationModes,omitempty"`
	AdmissionPlugins   *PluginSelection `json:"admissionPlugins,omitempty"`
	FeatureGates       map[string]bool  `json:"featureGates,omitempty"`
	RuntimeConfig      map[string]bool  `json:"runtimeConfig,omitempty"`
	OwnPort            bool             `json:"ownPort,omitempty"`
	From               *Origin          `json:"from,omitempty"`
}

// PluginSelection enables and disables admission plugins.
type PluginSelection struct {
	Enable  []string `json:"enable,omitempty"`
	Disable []string `json:"disable,omitempty"`
}

// Origin is the cluster or the snapshot with whose objects a cluster begins.
type Origin struct {
	Cluster  string `json:"cluster,omitempty"`
	Snapshot string `json:"snapshot,omitempty"`
}

// Cluster is an API server of its own, deleted at the end of the test that made it.
type Cluster struct {
	Name                 string    `json:"name"`
	Created              time.Time `json:"created"`
	URL                  string    `json:"url"`
	CertificateAuthority string    `json:"certificateAuthority"`
	Token                string    `json:"token"`
	// Kubeconfig of admin, a member of system:masters.
	Kubeconfig string `json:"kubeconfig"`
	// From is what the cluster was forked from; nil if it was not.
	From    *Origin `json:"from"`
	control control
}

// NewCluster makes a cluster that takes requests at once.
func (s *Server) NewCluster(t testing.TB, spec ClusterSpec) *Cluster {
	t.Helper()
	cluster := &Cluster{control: s.control}
	must(t, s.control.do(http.MethodPost, "/clusters", spec, cluster))
	t.Cleanup(func() {
		if err := s.control.do(http.MethodDelete, cluster.path(""), nil, nil); err != nil && !IsNotFound(err) {
			t.Errorf("cluster %s: %v", cluster.Name, err)
		}
	})
	return cluster
}

// Cluster is the cluster of a name, which this test need not have made.
func (s *Server) Cluster(t testing.TB, name string) *Cluster {
	t.Helper()
	cluster := &Cluster{control: s.control}
	must(t, s.control.do(http.MethodGet, "/clusters/"+url.PathEscape(name), nil, cluster))
	return cluster
}

// Clusters are all clusters of the server, oldest first.
func (s *Server) Clusters(t testing.TB) []*Cluster {
	t.Helper()
	var list items[*Cluster]
	must(t, s.control.do(http.MethodGet, "/clusters", nil, &list))
	for _, cluster := range list.Items {
		cluster.control = s.control
	}
	return list.Items
}

// Delete ends the cluster before the test does.
func (c *Cluster) Delete(t testing.TB) {
	t.Helper()
	must(t, c.control.do(http.MethodDelete, c.path(""), nil, nil))
}

// Fork makes a cluster with the objects of this one; neither sees what happens to the other.
func (c *Cluster) Fork(t testing.TB, spec ClusterSpec) *Cluster {
	t.Helper()
	spec.From = &Origin{Cluster: c.Name}
	return (&Server{control: c.control}).NewCluster(t, spec)
}

// Idle waits until controllers, scheduler and nodes have nothing to do.
func (c *Cluster) Idle(t testing.TB, timeout time.Duration) {
	t.Helper()
	must(t, c.control.do(http.MethodPost, c.path("/idle"), map[string]int64{"timeoutMilliseconds": timeout.Milliseconds()}, nil))
}

// KubeconfigFile writes the kubeconfig of admin into a file of the test, for programs that read one.
func (c *Cluster) KubeconfigFile(t testing.TB) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "kubeconfig")
	must(t, os.WriteFile(file, []byte(c.Kubeconfig), 0o600))
	return file
}

func (c *Cluster) path(rest string) string { return "/clusters/" + url.PathEscape(c.Name) + rest }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// items is how lists are answered.
type items[T any] struct {
	Items []T `json:"items"`
}
