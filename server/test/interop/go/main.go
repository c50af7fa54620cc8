// Command interop reads and writes secrets in etcd with the storage of k8s.io/apiserver.
//
// Usage: interop ENDPOINT ENCRYPTION-FILE write PREFIX COUNT | read | update NAME
// Usage: interop ENDPOINT write-kinds | read-kinds
// Usage: interop ENDPOINT take-ports PORT...
//
// Each line of its output is the JSON of one object as the storage gives it.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	"k8s.io/apiserver/pkg/server/options/encryptionconfig"
	"k8s.io/apiserver/pkg/storage"
	"k8s.io/apiserver/pkg/storage/storagebackend"
	"k8s.io/apiserver/pkg/storage/storagebackend/factory"
)

var secrets = schema.GroupResource{Resource: "secrets"}

func main() {
	if len(os.Args) > 3 && os.Args[2] == "take-ports" {
		takePorts(context.Background(), os.Args[1], os.Args[3:])
		return
	}
	if len(os.Args) == 3 {
		switch os.Args[2] {
		case "write-kinds":
			writeKinds(context.Background(), os.Args[1])
		case "read-kinds":
			readKinds(context.Background(), os.Args[1])
		}
		return
	}
	if len(os.Args) < 4 {
		fail(fmt.Errorf("usage: interop ENDPOINT ENCRYPTION-FILE write PREFIX COUNT | read | update NAME, or interop ENDPOINT write-kinds | read-kinds"))
	}
	ctx := context.Background()
	store, closeStore := open(ctx, os.Args[1], os.Args[2])
	defer closeStore()
	switch os.Args[3] {
	case "write":
		count, err := strconv.Atoi(os.Args[5])
		fail(err)
		for i := range count {
			write(ctx, store, fmt.Sprintf("%s-%d", os.Args[4], i))
		}
	case "read":
		read(ctx, store)
	case "update":
		update(ctx, store, os.Args[4])
	}
}

func open(ctx context.Context, endpoint, encryptionFile string) (storage.Interface, func()) {
	scheme := runtime.NewScheme()
	fail(corev1.AddToScheme(scheme))
	codecs := serializer.NewCodecFactory(scheme)
	codec := codecs.CodecForVersions(protobuf.NewSerializer(scheme, scheme), codecs.UniversalDeserializer(), corev1.SchemeGroupVersion, corev1.SchemeGroupVersion)
	config := storagebackend.NewDefaultConfig("/registry", codec)
	config.Transport.ServerList = []string{endpoint}
	encryption, err := encryptionconfig.LoadEncryptionConfig(ctx, encryptionFile, false, "interop")
	fail(err)
	config.Transformer = encryption.Transformers[secrets]
	newSecret := func() runtime.Object { return &corev1.Secret{} }
	newList := func() runtime.Object { return &corev1.SecretList{} }
	store, closeStore, err := factory.Create(*config.ForResource(secrets), newSecret, newList, "/secrets")
	fail(err)
	return store, closeStore
}

func write(ctx context.Context, store storage.Interface, name string) {
	secret := &corev1.Secret{
		ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: "ns", Labels: map[string]string{"by": "go"}},
		Data:       map[string][]byte{"key": []byte("value of " + name)},
		Type:       corev1.SecretTypeOpaque,
	}
	stored := &corev1.Secret{}
	fail(store.Create(ctx, "/secrets/ns/"+name, secret, stored, 0))
	print(stored)
}

// Two at a time, so that continue tokens are part of it.
func read(ctx context.Context, store storage.Interface) {
	options := storage.ListOptions{Predicate: storage.Everything, Recursive: true}
	options.Predicate.Limit = 2
	for {
		list := &corev1.SecretList{}
		fail(store.GetList(ctx, "/secrets/", options, list))
		for i := range list.Items {
			print(&list.Items[i])
		}
		if list.Continue == "" {
			return
		}
		options.Predicate.Continue = list.Continue
	}
}

func update(ctx context.Context, store storage.Interface, name string) {
	stored := &corev1.Secret{}
	change := storage.SimpleUpdate(func(current runtime.Object) (runtime.Object, error) {
		secret := current.DeepCopyObject().(*corev1.Secret)
		secret.Data["changed"] = []byte("by go")
		return secret, nil
	})
	fail(store.GuaranteedUpdate(ctx, "/secrets/ns/"+name, stored, false, nil, change, nil))
	print(stored)
}

func print(secret *corev1.Secret) {
	text, err := json.Marshal(secret)
	fail(err)
	fmt.Println(string(text))
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
