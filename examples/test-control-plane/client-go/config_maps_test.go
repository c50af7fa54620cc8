package example

import (
	"testing"

	"apimachinery.dev/apiservertest"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
)

func configMap(name string) *corev1.ConfigMap {
	return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: name}}
}

// client-go against a cluster of the control plane, whose URL has a path.
func TestConfigMaps(t *testing.T) {
	server := apiservertest.StartServer(t)
	cluster := server.NewCluster(t, apiservertest.ClusterSpec{})
	config, err := clientcmd.RESTConfigFromKubeConfig([]byte(cluster.Kubeconfig))
	if err != nil {
		t.Fatal(err)
	}
	configMaps := kubernetes.NewForConfigOrDie(config).CoreV1().ConfigMaps("default")
	if _, err := configMaps.Create(t.Context(), configMap("one"), metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	list, err := configMaps.List(t.Context(), metav1.ListOptions{FieldSelector: "metadata.name=one"})
	if err != nil {
		t.Fatal(err)
	}
	if len(list.Items) != 1 {
		t.Fatalf("%d config maps have the name", len(list.Items))
	}

	events, err := configMaps.Watch(t.Context(), metav1.ListOptions{ResourceVersion: list.ResourceVersion})
	if err != nil {
		t.Fatal(err)
	}
	defer events.Stop()
	if _, err := configMaps.Create(t.Context(), configMap("two"), metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	event := <-events.ResultChan()
	if added, is := event.Object.(*corev1.ConfigMap); event.Type != watch.Added || !is || added.Name != "two" {
		t.Fatalf("the watch has %v", event)
	}
}
