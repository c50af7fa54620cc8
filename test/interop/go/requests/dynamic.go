package main

import (
	"reflect"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/rest"
)

var crontabs = schema.GroupVersionResource{Group: "stable.example.com", Version: "v1", Resource: "crontabs"}

// dynamic walks the clients that know a resource by its name only.
func (w *walk) dynamic(config *rest.Config) {
	object := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "stable.example.com/v1",
		"kind":       "CronTab",
		"metadata":   map[string]any{"name": "n", "namespace": "ns"},
		"spec":       map[string]any{"replicas": int64(3)},
	}}
	options[reflect.TypeOf(object)] = reflect.ValueOf(object)
	anything := must(dynamic.NewForConfig(config)).Resource(crontabs).Namespace("ns")
	only := must(metadata.NewForConfig(config)).Resource(crontabs).Namespace("ns")
	for _, method := range methodsOf(reflect.ValueOf(anything)) {
		w.method("dynamic.crontabs", method, &caller{namespaced: true})
	}
	for _, method := range methodsOf(reflect.ValueOf(only)) {
		w.method("metadata.crontabs", method, &caller{namespaced: true})
	}
}
