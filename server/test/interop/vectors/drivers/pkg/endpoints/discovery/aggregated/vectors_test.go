package aggregated

import (
	"encoding/json"
	"io"
	"math/rand"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	apidiscoveryv2 "k8s.io/api/apidiscovery/v2"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type discoveryRow struct {
	Accept string `json:"accept"`
	// Of the answer; "plain" where the documents of one version each are given.
	Status      int    `json:"status"`
	ContentType string `json:"contentType"`
}

func TestVectorsOfDiscovery(t *testing.T) {
	rng := rand.New(rand.NewSource(36))
	one := func(texts ...string) string { return texts[rng.Intn(len(texts))] }
	manager := NewResourceManager("apis")
	manager.AddGroupVersion("example.com", apidiscoveryv2.APIVersionDiscovery{Version: "v1", Resources: []apidiscoveryv2.APIResourceDiscovery{{
		Resource: "things", SingularResource: "thing", Scope: apidiscoveryv2.ScopeNamespace, Verbs: []string{"get"},
		ResponseKind: &metav1.GroupVersionKind{Group: "example.com", Version: "v1", Kind: "Thing"}}}})
	plain := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "plain")
	})
	handler := WrapAggregatedDiscoveryToHandler(plain, manager, nil)
	var rows []discoveryRow
	for len(rows) < 250 {
		var choices []string
		for n := rng.Intn(3); n >= 0; n-- {
			parts := []string{one("application/json", "application/json", "application/vnd.kubernetes.protobuf", "application/yaml", "*/*", "application/*", "text/html", "application/cbor")}
			if rng.Intn(4) > 0 {
				parts = append(parts, "g="+one("apidiscovery.k8s.io", "apidiscovery.k8s.io", "apidiscovery.k8s.io", "other.k8s.io", ""))
			}
			if rng.Intn(4) > 0 {
				parts = append(parts, "v="+one("v2", "v2", "v2beta1", "v1", ""))
			}
			if rng.Intn(4) > 0 {
				parts = append(parts, "as="+one("APIGroupDiscoveryList", "APIGroupDiscoveryList", "APIGroupDiscoveryList", "APIGroupList", ""))
			}
			if rng.Intn(4) == 0 {
				parts = append(parts, one("profile=nopeer", "profile=x", "q=0.5", "q=0", "pretty=1", "charset=utf-8", "stream=watch", "sv=v1"))
			}
			rng.Shuffle(len(parts)-1, func(i, j int) { parts[i+1], parts[j+1] = parts[j+1], parts[i+1] })
			choices = append(choices, strings.Join(parts, one(";", "; ")))
		}
		row := discoveryRow{Accept: strings.Join(choices, one(",", ", "))}
		recorder := httptest.NewRecorder()
		r := httptest.NewRequest("GET", "/apis", nil)
		r.Header.Set("Accept", row.Accept)
		handler.ServeHTTP(recorder, r)
		io.Copy(io.Discard, recorder.Body)
		row.Status, row.ContentType = recorder.Code, recorder.Header().Get("Content-Type")
		rows = append(rows, row)
	}
	data, err := json.Marshal(rows)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(os.Getenv("VECTORS")+"/discovery-formats.json", data, 0o644); err != nil {
		t.Fatal(err)
	}
}
