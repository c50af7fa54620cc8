package httplog

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/go-logr/logr/funcr"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/apiserver/pkg/audit"
	"k8s.io/apiserver/pkg/endpoints/metrics"
	"k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/klog/v2"
)

type logRow struct {
	Method  string            `json:"method"`
	Path    string            `json:"path"`
	Headers map[string]string `json:"headers,omitempty"`
	AuditID string            `json:"auditID,omitempty"`
	// Statuses that the handler writes; none where it only writes a body or nothing.
	Script string `json:"script"`
	// Whether the filter that finds out what a request asks for came before.
	Known bool           `json:"known"`
	Scope string         `json:"scope"`
	Line  map[string]any `json:"line"`
}

func TestVectorsOfRequestLogs(t *testing.T) {
	flags := flag.NewFlagSet("klog", flag.PanicOnError)
	klog.InitFlags(flags)
	if err := flags.Set("v", "3"); err != nil {
		t.Fatal(err)
	}
	var line map[string]any
	klog.SetLogger(funcr.NewJSON(func(text string) {
		if err := json.Unmarshal([]byte(text), &line); err != nil {
			t.Fatal(err)
		}
	}, funcr.Options{Verbosity: 9}))
	defer klog.ClearLogger()
	rng := rand.New(rand.NewSource(36))
	one := func(texts ...string) string { return texts[rng.Intn(len(texts))] }
	resolver := &request.RequestInfoFactory{APIPrefixes: sets.NewString("api", "apis"), GrouplessAPIPrefixes: sets.NewString("api")}
	var rows []logRow
	for len(rows) < 500 {
		row := logRow{
			Method:  one("GET", "GET", "GET", "POST", "PUT", "PATCH", "PATCH", "DELETE", "HEAD", "OPTIONS", "get", "LIST", "MADEUP", "WATCH", "APPLY"),
			Headers: map[string]string{},
			Script:  one("200", "200", "201", "404", "500", "503", "101", "", "body", "200 500", "hijack"),
			Known:   rng.Intn(6) > 0,
		}
		path := one("/api/v1/pods", "/api/v1/namespaces/ns/pods", "/api/v1/namespaces/ns/pods/p", "/api/v1/namespaces/ns/pods/p/log", "/api/v1/namespaces/ns/pods/p/exec",
			"/api/v1/namespaces/ns/pods/p/status", "/api/v1/watch/namespaces/ns/pods", "/api/v1/watch/pods", "/apis/apps/v1/deployments/d/proxy", "/api/v1/nodes/n/proxy/metrics",
			"/healthz", "/apis", "/api/v1", "/", "/metrics", "/api/v1/namespaces/ns", "/api/v1/proxy/nodes/n", "/apis/e.com/v1/things%2Fx")
		query := one("", "", "", "watch=true", "watch=1", "watch=0", "watch=false", "watch", "watch=", "watch=False&watch=true", "watch=no", "fieldSelector=metadata.name%3Da",
			"watch=true&fieldSelector=metadata.name%3Da", "dryRun=All&dryRun=All", "fieldValidation=Strict", "q=%zz", "a=b;c")
		row.Path = path
		if query != "" {
			row.Path += "?" + query
		}
		if rng.Intn(3) == 0 {
			row.Headers["content-type"] = one("application/apply-patch+yaml", "application/apply-patch+yaml", "application/apply-patch+yaml; charset=utf-8", "application/apply-patch+cbor", "application/json")
		}
		if rng.Intn(2) == 0 {
			row.Headers["user-agent"] = one("kubectl/v1", "", "a \"b\"")
		}
		if rng.Intn(2) == 0 {
			row.AuditID = one("id", strings.Repeat("x", 64), strings.Repeat("y", 65), strings.Repeat("z", 300))
		}
		handler := withLogging(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch row.Script {
			case "":
			case "body":
				w.Write([]byte("text"))
			case "hijack":
				w.(http.Hijacker).Hijack()
			default:
				for _, status := range strings.Fields(row.Script) {
					code := 0
					fmt.Sscan(status, &code)
					w.WriteHeader(code)
				}
			}
		}), DefaultStacktracePred, func() bool { return true })
		r := httptest.NewRequest(row.Method, row.Path, nil)
		r.RemoteAddr = "192.0.2.1:1234"
		for name, value := range row.Headers {
			r.Header.Set(name, value)
		}
		ctx := r.Context()
		info, err := resolver.NewRequestInfo(r)
		if err != nil {
			t.Fatal(err)
		}
		row.Scope = metrics.CleanScope(info)
		if row.Known {
			ctx = request.WithRequestInfo(ctx, info)
		}
		if row.AuditID != "" {
			ctx = audit.WithAuditContext(ctx)
			audit.WithAuditID(ctx, types.UID(row.AuditID))
		}
		line = nil
		handler.ServeHTTP(&hijackable{httptest.NewRecorder()}, r.WithContext(ctx))
		for _, name := range []string{"latency", "statusStack", "logger", "level", "v"} {
			delete(line, name)
		}
		row.Line = line
		rows = append(rows, row)
	}
	data, err := json.Marshal(rows)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(os.Getenv("VECTORS")+"/request-logs.json", data, 0o644); err != nil {
		t.Fatal(err)
	}
}

type hijackable struct{ *httptest.ResponseRecorder }

func (hijackable) Hijack() (net.Conn, *bufio.ReadWriter, error) { return nil, nil, nil }
