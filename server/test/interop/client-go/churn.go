package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
)

var (
	configMaps  = schema.GroupVersionResource{Version: "v1", Resource: "configmaps"}
	pods        = schema.GroupVersionResource{Version: "v1", Resource: "pods"}
	deployments = schema.GroupVersionResource{Group: "apps", Version: "v1", Resource: "deployments"}
)

// written are the versions that writers received, by resource.
type written struct {
	lock     sync.Mutex
	versions map[schema.GroupVersionResource]map[string]bool
	errors   []string
}

func (w *written) add(resource schema.GroupVersionResource, object metav1.Object, err error) {
	w.lock.Lock()
	defer w.lock.Unlock()
	switch {
	case err == nil:
		if w.versions[resource] == nil {
			w.versions[resource] = map[string]bool{}
		}
		w.versions[resource][object.GetResourceVersion()] = true
	// Others may have deleted the object, or changed it.
	case errors.IsNotFound(err), errors.IsConflict(err), errors.IsAlreadyExists(err):
	default:
		if len(w.errors) < 10 {
			w.errors = append(w.errors, err.Error())
		}
	}
}

// churn creates, changes and deletes objects in a small space of names until the time is over.
func churn(ctx context.Context, c *clients, duration time.Duration) *written {
	w := &written{versions: map[schema.GroupVersionResource]map[string]bool{}}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), duration+time.Minute)
	defer cancel()
	end := time.Now().Add(duration)
	var group sync.WaitGroup
	for _, write := range []func(context.Context, *clients, *written, int){churnConfigMaps, churnPods, churnDeployments, churnUnstructured} {
		group.Go(func() {
			for i := 0; time.Now().Before(end); i++ {
				write(ctx, c, w, i)
			}
		})
	}
	group.Wait()
	return w
}

func anyName(prefix string) string { return fmt.Sprintf("%s-%d", prefix, rand.IntN(40)) }

func churnConfigMaps(ctx context.Context, c *clients, w *written, i int) {
	client := c.protobuf.CoreV1().ConfigMaps(namespace)
	name := anyName("typed")
	switch rand.IntN(4) {
	case 0:
		made, err := client.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: name}}, metav1.CreateOptions{})
		w.add(configMaps, made, err)
	case 1:
		_ = client.Delete(ctx, name, metav1.DeleteOptions{})
	default:
		made, err := client.Patch(ctx, name, types.MergePatchType, fmt.Appendf(nil, `{"data":{"n":"%d"}}`, i), metav1.PatchOptions{})
		w.add(configMaps, made, err)
	}
}

func churnPods(ctx context.Context, c *clients, w *written, i int) {
	client := c.protobuf.CoreV1().Pods(namespace)
	name := anyName("pod")
	switch rand.IntN(4) {
	case 0:
		labels := map[string]string{"app": name}
		made, err := client.Create(ctx, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: labels}, Spec: podTemplate(labels).Spec}, metav1.CreateOptions{})
		w.add(pods, made, err)
	case 1:
		_ = client.Delete(ctx, name, metav1.DeleteOptions{GracePeriodSeconds: pointer(int64(0))})
	default:
		status := fmt.Appendf(nil, `{"status":{"conditions":[{"type":"Ready","status":"True","message":"%d"}]}}`, i)
		made, err := client.Patch(ctx, name, types.StrategicMergePatchType, status, metav1.PatchOptions{}, "status")
		w.add(pods, made, err)
	}
}

func churnDeployments(ctx context.Context, c *clients, w *written, i int) {
	client := c.json.AppsV1().Deployments(namespace)
	name := anyName("deployment")
	switch rand.IntN(4) {
	case 0:
		made, err := client.Create(ctx, deployment(name), metav1.CreateOptions{})
		w.add(deployments, made, err)
	case 1:
		_ = client.Delete(ctx, name, metav1.DeleteOptions{})
	default:
		current, err := client.Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			w.add(deployments, current, err)
			return
		}
		current.Spec.Replicas = pointer(int32(i))
		made, err := client.Update(ctx, current, metav1.UpdateOptions{})
		w.add(deployments, made, err)
	}
}

func churnUnstructured(ctx context.Context, c *clients, w *written, i int) {
	client := c.dynamic.Resource(configMaps).Namespace(namespace)
	name := anyName("dynamic")
	if rand.IntN(5) == 0 {
		_ = client.Delete(ctx, name, metav1.DeleteOptions{})
		return
	}
	object := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "v1", "kind": "ConfigMap", "metadata": map[string]any{"name": name}, "data": map[string]any{"n": fmt.Sprint(i)},
	}}
	made, err := client.Apply(ctx, name, object, metav1.ApplyOptions{FieldManager: "churn", Force: true})
	w.add(configMaps, made, err)
}
