package apiservertest

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

var server *Server

func TestMain(m *testing.M) {
	started, err := Start()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	server = started
	code := m.Run()
	server.Stop()
	os.Exit(code)
}

const configMaps = "/api/v1/namespaces/default/configmaps"

func create(t *testing.T, cluster *Cluster, name string) int {
	t.Helper()
	body := `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"` + name + `"}}`
	answer, err := cluster.HTTPClient().Post(cluster.URL+configMaps, "application/json", strings.NewReader(body))
	must(t, err)
	answer.Body.Close()
	return answer.StatusCode
}

func get(t *testing.T, cluster *Cluster, name string) int {
	t.Helper()
	answer, err := cluster.HTTPClient().Get(cluster.URL + configMaps + "/" + name)
	must(t, err)
	answer.Body.Close()
	return answer.StatusCode
}

func equal[T comparable](t *testing.T, what string, is, wanted T) {
	t.Helper()
	if is != wanted {
		t.Errorf("%s: %v, not %v", what, is, wanted)
	}
}

func TestFork(t *testing.T) {
	t.Parallel()
	cluster := server.NewCluster(t, ClusterSpec{})
	equal(t, "creation", create(t, cluster, "before"), http.StatusCreated)
	fork := cluster.Fork(t, ClusterSpec{})
	equal(t, "creation in the fork", create(t, fork, "in-the-fork"), http.StatusCreated)
	equal(t, "in the fork", get(t, fork, "before"), http.StatusOK)
	equal(t, "in the origin", get(t, cluster, "in-the-fork"), http.StatusNotFound)
}

func TestSnapshot(t *testing.T) {
	t.Parallel()
	cluster := server.NewCluster(t, ClusterSpec{})
	snapshot := cluster.Snapshot(t)
	create(t, cluster, "after")
	begun := server.NewCluster(t, ClusterSpec{From: &Origin{Snapshot: snapshot.Name}})
	equal(t, "in a cluster from the snapshot", get(t, begun, "after"), http.StatusNotFound)
	cluster.Restore(t, snapshot)
	equal(t, "after the restore", get(t, cluster, "after"), http.StatusNotFound)
	equal(t, "listed", slices.ContainsFunc(server.Snapshots(t), func(s *Snapshot) bool { return s.Name == snapshot.Name }), true)
	snapshot.Delete(t)
}

func TestFault(t *testing.T) {
	t.Parallel()
	cluster := server.NewCluster(t, ClusterSpec{})
	created := Match{Verb: []string{"create"}, Resource: []string{"configmaps"}, User: "admin"}
	fault := cluster.AddFault(t, Fault{Match: created, Status: http.StatusConflict, Times: 1})
	equal(t, "with the fault", create(t, cluster, "a"), http.StatusConflict)
	equal(t, "after it", create(t, cluster, "a"), http.StatusCreated)
	equal(t, "hits", fault.Hits(t), 1)
	equal(t, "requests", cluster.CountRequests(t, created), 2)
	requests := cluster.Requests(t, created)
	equal(t, "first status", requests[0].Status, http.StatusConflict)
	equal(t, "requests after the first", len(cluster.RequestsAfter(t, requests[0].Number, created)), 1)
	equal(t, "faults", cluster.Faults(t)[0].Status, http.StatusConflict)
	fault.Remove(t)
	cluster.AddFault(t, Fault{Match: created, Error: map[string]any{"kind": "Status", "apiVersion": "v1", "status": "Failure", "code": 507, "reason": "Full"}})
	equal(t, "with an error of its own", create(t, cluster, "b"), http.StatusInsufficientStorage)
	cluster.ClearFaults(t)
	equal(t, "faults after all", len(cluster.Faults(t)), 0)
	cluster.ClearRequests(t)
	equal(t, "requests after all", cluster.CountRequests(t, created), 0)
}

func TestWatch(t *testing.T) {
	t.Parallel()
	cluster := server.NewCluster(t, ClusterSpec{})
	watches := Match{Resource: []string{"configmaps"}, User: "admin"}
	for name, end := range map[string]func(testing.TB, Match) int{"cut": cluster.CutWatches, "ended": cluster.EndWatches} {
		answer, err := cluster.HTTPClient().Get(cluster.URL + configMaps + "?watch=true")
		must(t, err)
		equal(t, "open", cluster.OpenWatches(t, watches), 1)
		equal(t, name, end(t, watches), 1)
		_, err = io.Copy(io.Discard, answer.Body)
		equal(t, name+" with an error", err != nil, name == "cut")
		answer.Body.Close()
	}
}

func TestClusters(t *testing.T) {
	t.Parallel()
	cluster := server.NewCluster(t, ClusterSpec{OwnPort: true})
	equal(t, "URL", server.Cluster(t, cluster.Name).URL, cluster.URL)
	equal(t, "listed", slices.ContainsFunc(server.Clusters(t), func(c *Cluster) bool { return c.Name == cluster.Name }), true)
	kubeconfig, err := os.ReadFile(cluster.KubeconfigFile(t))
	must(t, err)
	equal(t, "URL in the kubeconfig", strings.Contains(string(kubeconfig), cluster.URL), true)
	cluster.Delete(t)
	equal(t, "gone", IsNotFound(cluster.control.do(http.MethodGet, cluster.path(""), nil, nil)), true)
}

func TestRefusal(t *testing.T) {
	t.Parallel()
	err := server.control.do(http.MethodPost, "/clusters", map[string]int{"nodes": -1}, nil)
	var status *StatusError
	if !errors.As(err, &status) || status.Code != http.StatusUnprocessableEntity || !strings.Contains(err.Error(), "nodes") {
		t.Errorf("it was refused with %v", err)
	}
}

func TestServerThatDoesNotStart(t *testing.T) {
	t.Setenv("APIMACHINERY_CONTROL", "")
	t.Setenv("APIMACHINERY_SERVER", "no-such-command")
	_, err := Start()
	if err == nil || !strings.Contains(err.Error(), "npm install --global @apimachinery/server") {
		t.Errorf("without the command: %v", err)
	}
	t.Setenv("APIMACHINERY_SERVER", "go no-such-verb")
	_, err = Start()
	if err == nil || !strings.Contains(err.Error(), "go no-such-verb") || !strings.Contains(err.Error(), "unknown command") {
		t.Errorf("with a command that ends: %v", err)
	}
}

func TestClock(t *testing.T) {
	t.Parallel()
	start := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	cluster := server.NewCluster(t, ClusterSpec{Clock: StoppedAt(start)})
	equal(t, "after a step", cluster.StepClock(t, time.Hour).Now, start.Add(time.Hour))
	equal(t, "after a run", cluster.RunClock(t, time.Minute, time.Minute).Now, start.Add(61*time.Minute))
	back := start.Add(-time.Hour)
	cluster.SetClock(t, ClockSpec{Now: &back})
	clock := cluster.Clock(t)
	equal(t, "after it was set", clock.Now, back)
	equal(t, "running", clock.Running, false)
}

func TestControllers(t *testing.T) {
	t.Parallel()
	pod := map[string]any{"metadata": map[string]any{"labels": map[string]string{"app": "a"}}, "spec": map[string]any{"containers": []any{map[string]string{"name": "a", "image": "a"}}}}
	deployment := map[string]any{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": map[string]string{"name": "a", "namespace": "default"},
		"spec": map[string]any{"replicas": 2, "selector": map[string]any{"matchLabels": map[string]string{"app": "a"}}, "template": pod}}
	cluster := server.NewCluster(t, ClusterSpec{Controllers: []string{"*"}, Nodes: 1, Objects: []any{deployment}})
	cluster.Idle(t, 30*time.Second)
	equal(t, "pods", cluster.CountRequests(t, Match{Verb: []string{"create"}, Resource: []string{"pods"}}), 2)
}

func TestUser(t *testing.T) {
	t.Parallel()
	cluster := server.NewCluster(t, ClusterSpec{})
	alice := cluster.AddUser(t, User{Name: "alice", Groups: []string{"team-a"}})
	answer, err := cluster.HTTPClientAs(alice.Token).Get(cluster.URL + configMaps)
	must(t, err)
	answer.Body.Close()
	equal(t, "without a role", answer.StatusCode, http.StatusForbidden)
	equal(t, "users", len(cluster.Users(t)), 2)
	cluster.DeleteUser(t, "alice")
	equal(t, "users after the deletion", len(cluster.Users(t)), 1)
}
