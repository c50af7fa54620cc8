package filters

import (
	"context"
	"encoding/json"
	"io"
	"math/rand"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	auditinternal "k8s.io/apiserver/pkg/apis/audit"
	endpointfilters "k8s.io/apiserver/pkg/endpoints/filters"
	"k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/warning"
)

type filterRow struct {
	Filter   string              `json:"filter"`
	Settings []string            `json:"settings,omitempty"`
	Method   string              `json:"method"`
	Path     string              `json:"path"`
	Headers  map[string]string   `json:"headers,omitempty"`
	Script   string              `json:"script,omitempty"`
	Handled  bool                `json:"handled"`
	Status   int                 `json:"status"`
	Answer   map[string][]string `json:"answer"`
	Body     string              `json:"body,omitempty"`
}

func TestVectorsOfFilters(t *testing.T) {
	rng := rand.New(rand.NewSource(36))
	one := func(texts ...string) string { return texts[rng.Intn(len(texts))] }
	elapsed := make(chan struct{})
	close(elapsed)
	open := make(chan struct{})
	var rows []filterRow
	add := func(row filterRow, wrap func(http.Handler) http.Handler, handle http.HandlerFunc) {
		handler := wrap(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			row.Handled = true
			if handle != nil {
				handle(w, r)
			}
		}))
		server := httptest.NewServer(handler)
		defer server.Close()
		if row.Method == "" {
			row.Method = "GET"
		}
		if row.Path == "" {
			row.Path = "/api"
		}
		r, err := http.NewRequest(row.Method, server.URL+row.Path, nil)
		if err != nil {
			t.Fatal(err)
		}
		for name, value := range row.Headers {
			r.Header.Set(name, value)
		}
		response, err := server.Client().Do(r)
		if err != nil {
			row.Status = -1
		} else {
			body, err := io.ReadAll(response.Body)
			if err != nil {
				row.Status = -1
			} else {
				row.Status, row.Answer, row.Body = response.StatusCode, response.Header, string(body)
				response.Header.Del("Date")
				response.Header.Del("Content-Length")
				if response.Close {
					response.Header.Set("Connection", "close")
				}
			}
		}
		rows = append(rows, row)
	}
	for range 80 {
		row := filterRow{Filter: "cors", Method: one("GET", "OPTIONS", "POST")}
		for len(row.Settings) < 1+rng.Intn(2) {
			row.Settings = append(row.Settings, one("example.com", `//example\.com(:|$)`, `(?i)//EXAMPLE\.com(:|\z)`, ".*", "^http://a$", `//[[:alpha:]]+\.org$`, `//(a|b){2}\.org`, `\Qa.b\E`))
		}
		if origin := one("http://example.com", "https://example.com:8080", "http://example.com.hacker.org", "http://a", "https://ab.org", "https://aa.org", "http://a.b", "http://axb", "null", ""); origin != "" {
			row.Headers = map[string]string{"Origin": origin}
		}
		add(row, func(h http.Handler) http.Handler { return WithCORS(h, row.Settings, nil, nil, nil, "true") }, nil)
	}
	for _, settings := range [][]string{nil, {"max-age=31536000"}, {"max-age=1", "includeSubDomains", "preload"}} {
		add(filterRow{Filter: "hsts", Settings: settings}, func(h http.Handler) http.Handler { return WithHSTS(h, settings) }, nil)
	}
	add(filterRow{Filter: "cache-control"}, endpointfilters.WithCacheControl, nil)
	for _, script := range []string{"", "max-age=3"} {
		add(filterRow{Filter: "cache-control", Script: script}, endpointfilters.WithCacheControl, func(w http.ResponseWriter, r *http.Request) {
			if script != "" {
				w.Header().Set("Cache-Control", script)
			}
		})
	}
	for _, path := range []string{"/api", "/readyz", "/readyz/ping", "/readyzx", "/livez", "/healthz?verbose", "/metrics/slis", "/x/healthz", "/version"} {
		for _, agent := range []string{"", "kube-apiserver/v1.36", "x kube-apiserver/v1.36", "kube-apiserver"} {
			for _, stopping := range []string{"", "stopping"} {
				row := filterRow{Filter: "retry-after", Path: path, Script: stopping}
				if agent != "" {
					row.Headers = map[string]string{"User-Agent": agent}
				}
				add(row, func(h http.Handler) http.Handler {
					return WithRetryAfter(h, map[bool]<-chan struct{}{true: open, false: elapsed}[stopping == ""])
				}, nil)
			}
		}
	}
	for _, id := range []string{"a", "0d7b2bd5-3b6b-4b3f-b5c6-9d7d0b4f0b6a", strings.Repeat("x", 64), strings.Repeat("y", 65), strings.Repeat("z", 300), "with space"} {
		add(filterRow{Filter: "audit-id", Headers: map[string]string{auditinternal.HeaderAuditID: id}}, endpointfilters.WithAuditInit, nil)
	}
	text := func() string {
		switch rng.Intn(9) {
		case 0:
			return strings.Repeat(one("a", "é", "日", `"`), []int{200, 255, 256, 257, 1000, 4000, 4096, 5000}[rng.Intn(8)])
		case 1:
			return one("a\tb", "line\nbreak", "", "\u0085", "zero\u0000")
		default:
			return one("plain", "two words", `quo"ted`, `back\slash`, "ünïcode", "日本", strings.Repeat("w", 300), strings.Repeat("v", 700)) + one("", "1", "2", "3")
		}
	}
	for range 150 {
		var settings []string
		for n := rng.Intn(12); n >= 0; n-- {
			settings = append(settings, one("", "", "agent", "two words", `q"`, "agent2", "tab\t"), text())
		}
		add(filterRow{Filter: "warnings", Settings: settings}, endpointfilters.WithWarningRecorder, func(w http.ResponseWriter, r *http.Request) {
			for i := 0; i < len(settings); i += 2 {
				warning.AddWarning(r.Context(), settings[i], settings[i+1])
			}
		})
	}
	for _, script := range []string{"answer", "late", "header late", "head late", "body late", "panic"} {
		for _, path := range []string{"/api", "/api/long"} {
			if path == "/api/long" && strings.Contains(script, "late") {
				continue
			}
			done := make(chan struct{})
			add(filterRow{Filter: "timeout", Path: path, Script: script}, func(h http.Handler) http.Handler {
				timed := WithTimeoutForNonLongRunningRequests(h, func(r *http.Request, _ *request.RequestInfo) bool { return r.URL.Path == "/api/long" })
				return WithPanicRecovery(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					ctx, cancel := context.WithTimeout(request.WithRequestInfo(r.Context(), &request.RequestInfo{Verb: "get", Path: r.URL.Path}), 50*time.Millisecond)
					defer cancel()
					w.Header().Set("X-Outer", "o")
					timed.ServeHTTP(w, r.WithContext(ctx))
				}), &request.RequestInfoFactory{})
			}, func(w http.ResponseWriter, r *http.Request) {
				switch script {
				case "panic":
					panic("test")
				case "header late":
					w.Header().Set("X-Inner", "i")
				case "head late":
					w.WriteHeader(200)
				case "body late":
					w.Write([]byte("begun"))
				}
				if strings.Contains(script, "late") {
					<-r.Context().Done()
					time.Sleep(20 * time.Millisecond)
				}
				w.Header().Set("X-Inner", "i")
				w.Write([]byte("answer"))
				close(done)
			})
		}
	}
	data, err := json.Marshal(rows)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(os.Getenv("VECTORS")+"/filters.json", data, 0o644); err != nil {
		t.Fatal(err)
	}
}
