// Command requests calls every method of Go's typed clients against a server of its own, and prints what each has sent:
// one JSON object per line.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"sort"
	"strings"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/client/clientset/clientset"
	apiextensionsscheme "k8s.io/apiextensions-apiserver/pkg/client/clientset/clientset/scheme"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	aggregator "k8s.io/kube-aggregator/pkg/client/clientset_generated/clientset"
	aggregatorscheme "k8s.io/kube-aggregator/pkg/client/clientset_generated/clientset/scheme"
)

// sent is what one call has sent.
type sent struct {
	// Of is the getter of the client, "appsV1.deployments".
	Of string `json:"of"`
	// Call is the method of the client, and Input the arguments that distinguish it from others of that name.
	Call   string `json:"call"`
	Input  string `json:"input,omitempty"`
	Method string `json:"method"`
	Path   string `json:"path"`
	Query  string `json:"query,omitempty"`
	// Accept is that of clients without a configured content type; everything else is that of clients configured for JSON.
	Accept string `json:"accept"`
	Type   string `json:"type,omitempty"`
	Body   string `json:"body,omitempty"`
}

// recorder answers every request with 404, and keeps the last one.
type recorder struct{ last *sent }

func (r *recorder) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	body, _ := io.ReadAll(request.Body)
	r.last = &sent{
		Method: request.Method,
		Path:   request.URL.EscapedPath(),
		Query:  request.URL.RawQuery,
		Accept: request.Header.Get("Accept"),
		Type:   request.Header.Get("Content-Type"),
		Body:   string(body),
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusNotFound)
	fmt.Fprint(w, `{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","reason":"NotFound","code":404}`)
}

func main() {
	check(apiextensionsscheme.AddToScheme(scheme.Scheme))
	check(aggregatorscheme.AddToScheme(scheme.Scheme))
	record := &recorder{}
	server := httptest.NewServer(record)
	defer server.Close()
	chosen := &rest.Config{Host: server.URL, ContentConfig: rest.ContentConfig{ContentType: "application/json"}, QPS: -1}
	lines := requestsOf(record, chosen)
	for i, line := range requestsOf(record, &rest.Config{Host: server.URL, QPS: -1}) {
		lines[i].Accept = line.Accept
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	for _, line := range lines {
		check(encoder.Encode(line))
	}
}

func requestsOf(record *recorder, config *rest.Config) []*sent {
	lines := []*sent{}
	walk := &walk{record: record, print: func(line *sent) { lines = append(lines, line) }}
	for _, set := range []any{
		must(kubernetes.NewForConfig(config)),
		must(apiextensions.NewForConfig(config)),
		must(aggregator.NewForConfig(config)),
	} {
		walk.clientset(reflect.ValueOf(set))
	}
	walk.dynamic(config)
	return lines
}

// walk visits the methods of clients.
type walk struct {
	record *recorder
	print  func(*sent)
}

func (w *walk) clientset(set reflect.Value) {
	for _, group := range methodsOf(set) {
		signature := group.Type()
		if signature.NumIn() != 0 || !strings.Contains(signature.Out(0).PkgPath(), "/typed/") {
			continue
		}
		w.group(lowerFirst(group.name), group.Call(nil)[0])
	}
}

func (w *walk) group(name string, group reflect.Value) {
	for _, getter := range methodsOf(group) {
		if getter.name == "RESTClient" {
			continue
		}
		namespaced := getter.Type().NumIn() == 1
		arguments := []reflect.Value{}
		if namespaced {
			arguments = append(arguments, reflect.ValueOf("ns"))
		}
		client := getter.Call(arguments)[0]
		caller := &caller{namespaced: namespaced}
		for _, method := range methodsOf(client) {
			w.method(name+"."+lowerFirst(getter.name), method, caller)
		}
	}
}

func (w *walk) method(of string, method namedMethod, caller *caller) {
	inputs := []string{""}
	if method.Type().IsVariadic() {
		inputs = append(inputs, "status")
	}
	for _, input := range inputs {
		w.record.last = nil
		if !caller.call(method, input) {
			continue
		}
		line := w.record.last
		if line == nil {
			continue
		}
		line.Of, line.Call, line.Input = of, lowerFirst(method.name), input
		w.print(line)
	}
}

type namedMethod struct {
	reflect.Value
	name string
}

// methodsOf are those of the static type: a client has more of them than its interface allows.
func methodsOf(value reflect.Value) []namedMethod {
	methods := []namedMethod{}
	for i := range value.NumMethod() {
		methods = append(methods, namedMethod{value.Method(i), value.Type().Method(i).Name})
	}
	sort.Slice(methods, func(i, j int) bool { return methods[i].name < methods[j].name })
	return methods
}

func must[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func lowerFirst(name string) string {
	return string(name[0]|0x20) + name[1:]
}
