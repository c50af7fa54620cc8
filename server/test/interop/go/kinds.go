package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	"k8s.io/apiserver/pkg/storage"
	"k8s.io/apiserver/pkg/storage/storagebackend"
	"k8s.io/apiserver/pkg/storage/storagebackend/factory"
	"k8s.io/client-go/kubernetes/scheme"
)

// Kinds whose objects are not below the name of their resource.
var prefixes = map[schema.GroupKind]string{
	{Kind: "Endpoints"}:                           "services/endpoints",
	{Kind: "Node"}:                                "minions",
	{Kind: "RangeAllocation"}:                     "ranges",
	{Kind: "ReplicationController"}:               "controllers",
	{Kind: "Service"}:                             "services/specs",
	{Group: "networking.k8s.io", Kind: "Ingress"}: "ingress",
}

// writeKinds stores the objects that stdin has, one a line, and prints each as it is stored.
func writeKinds(ctx context.Context, endpoint string) {
	eachObject(func(object runtime.Object, gvk schema.GroupVersionKind) {
		store, done := storeOf(endpoint, gvk)
		defer done()
		stored, err := scheme.Scheme.New(gvk)
		fail(err)
		fail(store.Create(ctx, keyOf(object, gvk), object, stored, 0))
		printKind(stored, gvk)
	})
}

// readKinds prints what is stored under the names of the objects that stdin has.
func readKinds(ctx context.Context, endpoint string) {
	eachObject(func(object runtime.Object, gvk schema.GroupVersionKind) {
		store, done := storeOf(endpoint, gvk)
		defer done()
		stored, err := scheme.Scheme.New(gvk)
		fail(err)
		if err := store.Get(ctx, keyOf(object, gvk), storage.GetOptions{}, stored); err != nil {
			fail(fmt.Errorf("%s: %w", gvk, err))
		}
		printKind(stored, gvk)
	})
}

func eachObject(run func(runtime.Object, schema.GroupVersionKind)) {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		object, gvk, err := scheme.Codecs.UniversalDeserializer().Decode(lines.Bytes(), nil, nil)
		fail(err)
		run(object, *gvk)
	}
	fail(lines.Err())
}

func storeOf(endpoint string, gvk schema.GroupVersionKind) (storage.Interface, func()) {
	version := gvk.GroupVersion()
	codec := scheme.Codecs.CodecForVersions(protobuf.NewSerializer(scheme.Scheme, scheme.Scheme), scheme.Codecs.UniversalDeserializer(), version, version)
	config := storagebackend.NewDefaultConfig("/registry", codec)
	config.Transport.ServerList = []string{endpoint}
	newObject := func() runtime.Object { object, err := scheme.Scheme.New(gvk); fail(err); return object }
	newList := func() runtime.Object {
		list, err := scheme.Scheme.New(version.WithKind(gvk.Kind + "List"))
		fail(err)
		return list
	}
	resource := schema.GroupResource{Group: gvk.Group, Resource: prefixOf(gvk)}
	store, done, err := factory.Create(*config.ForResource(resource), newObject, newList, "/"+prefixOf(gvk))
	fail(err)
	return store, done
}

func prefixOf(gvk schema.GroupVersionKind) string {
	if prefix, special := prefixes[gvk.GroupKind()]; special {
		return prefix
	}
	plural, _ := meta.UnsafeGuessKindToResource(gvk)
	return plural.Resource
}

func keyOf(object runtime.Object, gvk schema.GroupVersionKind) string {
	accessor, err := meta.Accessor(object)
	fail(err)
	parts := []string{"", prefixOf(gvk), accessor.GetNamespace(), accessor.GetName()}
	return strings.ReplaceAll(strings.Join(parts, "/"), "//", "/")
}

func printKind(object runtime.Object, gvk schema.GroupVersionKind) {
	object.GetObjectKind().SetGroupVersionKind(gvk)
	text, err := json.Marshal(object)
	fail(err)
	fmt.Println(string(text))
}
