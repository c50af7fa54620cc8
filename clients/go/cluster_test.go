package apiservertest

import (
	"fmt"
	"net/http"
	"os"
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
	cluster.Restore(t, snapshot)
	equal(t, "after the restore", get(t, cluster, "after"), http.StatusNotFound)
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
	equal(t, "first status", cluster.Requests(t, created)[0].Status, http.StatusConflict)
}

func TestClock(t *testing.T) {
	t.Parallel()
	start := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	cluster := server.NewCluster(t, ClusterSpec{Clock: StoppedAt(start)})
	cluster.StepClock(t, time.Hour)
	equal(t, "time", cluster.Clock(t).Now.Truncate(time.Minute), start.Add(time.Hour))
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
	cluster.Token = alice.Token
	equal(t, "without a role", get(t, cluster, "a"), http.StatusForbidden)
}
