package example

import (
	"bufio"
	"encoding/json"
	"net/http"
	"os"
	"strings"
	"testing"

	"apimachinery.dev/apiservertest"
)

const widgets = "/apis/example.com/v1/namespaces/default/widgets"

func create(t *testing.T, cluster *apiservertest.Cluster, name string, size string) int {
	t.Helper()
	body := `{"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"` + name + `"},"spec":{"size":` + size + `}}`
	answer, err := cluster.HTTPClient().Post(cluster.URL+widgets, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	return answer.StatusCode
}

func TestWidgets(t *testing.T) {
	server := apiservertest.StartServer(t)
	text, err := os.ReadFile("../widgets.json")
	if err != nil {
		t.Fatal(err)
	}
	cluster := server.NewCluster(t, apiservertest.ClusterSpec{Objects: []any{json.RawMessage(text)}})
	if code := create(t, cluster, "one", "1"); code != http.StatusCreated {
		t.Fatalf("a widget was answered with %d", code)
	}
	if code := create(t, cluster, "none", "0"); code != http.StatusUnprocessableEntity {
		t.Fatalf("a widget without size was answered with %d", code)
	}

	fork := cluster.Fork(t, apiservertest.ClusterSpec{})
	watch, err := fork.HTTPClient().Get(fork.URL + widgets + "?watch=true")
	if err != nil {
		t.Fatal(err)
	}
	defer watch.Body.Close()
	lines := bufio.NewScanner(watch.Body)
	if !lines.Scan() || !strings.Contains(lines.Text(), `"one"`) {
		t.Fatalf("the fork has no widget: %q", lines.Text())
	}
	if cut := fork.CutWatches(t, apiservertest.Match{Resource: []string{"widgets.example.com"}}); cut != 1 {
		t.Fatalf("%d watches were cut", cut)
	}
	if lines.Scan() {
		t.Fatalf("the watch goes on with %q", lines.Text())
	}
	if code := create(t, fork, "two", "2"); code != http.StatusCreated {
		t.Fatalf("after the cut a widget was answered with %d", code)
	}
}
