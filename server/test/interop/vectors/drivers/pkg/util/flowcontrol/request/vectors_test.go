package request

import (
	"encoding/json"
	"math/rand"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/util/sets"
	apirequest "k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/storage"
	"k8s.io/apiserver/pkg/storage/feature"
)

type widthRow struct {
	Method   string         `json:"method"`
	URL      string         `json:"url"`
	Stats    *storage.Stats `json:"stats,omitempty"`
	Watches  int            `json:"watches"`
	MaxSeats uint64         `json:"maxSeats"`
	Initial  uint64         `json:"initialSeats"`
	Final    uint64         `json:"finalSeats"`
	// Nanoseconds.
	Additional int64 `json:"additionalLatency"`
}

// A store with progress notifications for watches, as etcd.
type capableStore struct{ feature.FeatureSupportChecker }

func (capableStore) Supports(storage.Feature) bool { return true }

func TestVectorsOfWork(t *testing.T) {
	feature.DefaultFeatureSupportChecker = capableStore{feature.DefaultFeatureSupportChecker}
	rng := rand.New(rand.NewSource(36))
	one := func(texts ...string) string { return texts[rng.Intn(len(texts))] }
	resolver := &apirequest.RequestInfoFactory{APIPrefixes: sets.NewString("api", "apis"), GrouplessAPIPrefixes: sets.NewString("api")}
	var rows []widthRow
	for len(rows) < 600 {
		row := widthRow{Method: one("GET", "GET", "GET", "GET", "POST", "PUT", "PATCH", "DELETE")}
		row.MaxSeats = []uint64{0, 0, 1, 3, 10, 50, 1000}[rng.Intn(7)]
		row.Watches = []int{0, 5, 9, 10, 11, 25, 100, 101, 2000}[rng.Intn(9)]
		if rng.Intn(8) > 0 {
			row.Stats = &storage.Stats{
				ObjectCount:                     []int64{0, 1, 50, 999, 100_000, 1_000_000_000}[rng.Intn(6)],
				EstimatedAverageObjectSizeBytes: []int64{0, 1, 700, 10_000, 1_500_000}[rng.Intn(5)],
			}
		}
		var parts []string
		for _, part := range []string{
			one("", "", "watch=true"),
			one("", "", "resourceVersion=0", "resourceVersion=5", "resourceVersion=x", "resourceVersion="),
			one("", "", "resourceVersionMatch=Exact", "resourceVersionMatch=NotOlderThan", "resourceVersionMatch=Odd"),
			one("", "", "limit=1", "limit=500", "limit=-1", "limit=abc", "limit=0", "limit="),
			one("", "", "", "continue=token"),
			one("", "", "", "labelSelector=a%3Db", "fieldSelector=spec.x%3Db", "fieldSelector=metadata.name%3Dx"),
			one("", "", "", "sendInitialEvents=true", "sendInitialEvents=false", "sendInitialEvents=x"),
			one("", "", "", "", "", "timeoutSeconds=x", "watch=x"),
		} {
			if part != "" {
				parts = append(parts, part)
			}
		}
		row.URL = one("/api/v1/pods", "/api/v1/namespaces/a/pods", "/api/v1/namespaces/a/pods/x", "/apis/events.k8s.io/v1/events",
			"/api/v1/namespaces/a/serviceaccounts/x/token", "/healthz") + "?" + strings.Join(parts, "&")
		parsed, _ := url.Parse("https://server" + row.URL)
		r := &http.Request{Method: row.Method, URL: parsed}
		info, err := resolver.NewRequestInfo(r)
		if err != nil {
			t.Fatal(err)
		}
		estimator := NewWorkEstimator(
			func(string) (storage.Stats, error) {
				if row.Stats == nil {
					return storage.Stats{}, ObjectCountNotFoundErr
				}
				return *row.Stats, nil
			},
			func(*apirequest.RequestInfo) int { return row.Watches },
			DefaultWorkEstimatorConfig(),
			func(string) uint64 { return row.MaxSeats },
		)
		work := estimator.EstimateWork(r.WithContext(apirequest.WithRequestInfo(t.Context(), info)), "schema", "level")
		row.Initial, row.Final, row.Additional = work.InitialSeats, work.FinalSeats, work.AdditionalLatency.Nanoseconds()
		rows = append(rows, row)
	}
	data, err := json.Marshal(rows)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(os.Getenv("VECTORS")+"/work.json", data, 0o644); err != nil {
		t.Fatal(err)
	}
}
