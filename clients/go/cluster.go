package apiservertest

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
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
	control    control
}

// Snapshot is all objects of a cluster at one moment.
type Snapshot struct {
	Name            string    `json:"name"`
	Cluster         string    `json:"cluster"`
	Created         time.Time `json:"created"`
	ResourceVersion string    `json:"resourceVersion"`
}

// NewCluster makes a cluster that takes requests at once.
func (s *Server) NewCluster(t testing.TB, spec ClusterSpec) *Cluster {
	t.Helper()
	cluster := &Cluster{control: s.control}
	must(t, s.control.do(http.MethodPost, "/clusters", spec, cluster))
	t.Cleanup(func() {
		if err := s.control.do(http.MethodDelete, cluster.path(""), nil, nil); err != nil {
			t.Errorf("cluster %s: %v", cluster.Name, err)
		}
	})
	return cluster
}

// Fork makes a cluster with the objects of this one; neither sees what happens to the other.
func (c *Cluster) Fork(t testing.TB, spec ClusterSpec) *Cluster {
	t.Helper()
	spec.From = &Origin{Cluster: c.Name}
	return (&Server{control: c.control}).NewCluster(t, spec)
}

// Snapshot keeps the objects of the moment until the test has ended.
func (c *Cluster) Snapshot(t testing.TB) *Snapshot {
	t.Helper()
	snapshot := &Snapshot{}
	must(t, c.control.do(http.MethodPost, "/snapshots", map[string]string{"cluster": c.Name}, snapshot))
	t.Cleanup(func() { _ = c.control.do(http.MethodDelete, "/snapshots/"+url.PathEscape(snapshot.Name), nil, nil) })
	return snapshot
}

// Restore brings the objects of a snapshot back: watches are closed, and older resource versions are gone.
func (c *Cluster) Restore(t testing.TB, snapshot *Snapshot) {
	t.Helper()
	must(t, c.control.do(http.MethodPost, c.path("/restore"), map[string]string{"snapshot": snapshot.Name}, nil))
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

// HTTPClient sends requests to the cluster as admin.
func (c *Cluster) HTTPClient() *http.Client {
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM([]byte(c.CertificateAuthority))
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}, ForceAttemptHTTP2: true}
	return &http.Client{Transport: bearer{c.Token, transport}}
}

// bearer adds the token to each request.
type bearer struct {
	token string
	next  http.RoundTripper
}

func (b bearer) RoundTrip(request *http.Request) (*http.Response, error) {
	request = request.Clone(request.Context())
	request.Header.Set("Authorization", "Bearer "+b.token)
	return b.next.RoundTrip(request)
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

// Clusters are all clusters of the server, oldest first.
func (s *Server) Clusters(t testing.TB) []Cluster {
	t.Helper()
	var list items[json.RawMessage]
	must(t, s.control.do(http.MethodGet, "/clusters", nil, &list))
	clusters := make([]Cluster, len(list.Items))
	for index, item := range list.Items {
		must(t, json.Unmarshal(item, &clusters[index]))
		clusters[index].control = s.control
	}
	return clusters
}
