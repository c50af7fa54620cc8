// Command operator is the operator of the benchmark on controller-runtime: it copies `wanted` of each ConfigMap to `done`.
package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/clientcmd"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"

	"github.com/go-logr/logr"
)

type reconciler struct {
	client client.Client
	count  int
	mutex  sync.Mutex
	seen   map[string]bool
}

func (r *reconciler) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	object := &corev1.ConfigMap{}
	if err := r.client.Get(ctx, request.NamespacedName, object); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if object.Data["done"] != object.Data["wanted"] {
		object.Data["done"] = object.Data["wanted"]
		if err := r.client.Update(ctx, object); err != nil {
			return ctrl.Result{}, err
		}
	}
	r.saw(request.Name)
	return ctrl.Result{}, nil
}

func (r *reconciler) saw(name string) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.seen == nil {
		return
	}
	r.seen[name] = true
	if len(r.seen) == r.count {
		r.seen = nil
		fmt.Println("synced")
	}
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	log.SetLogger(logr.Discard())
	config, err := clientcmd.BuildConfigFromFlags("", os.Getenv("KUBECONFIG"))
	if err != nil {
		return err
	}
	// No limit in the client, as in the other programs.
	config.QPS = -1
	count, err := strconv.Atoi(os.Getenv("OBJECTS"))
	if err != nil {
		return err
	}
	manager, err := ctrl.NewManager(config, ctrl.Options{
		Metrics: server.Options{BindAddress: "0"},
		Cache:   cache.Options{DefaultNamespaces: map[string]cache.Config{os.Getenv("NAMESPACE"): {}}},
	})
	if err != nil {
		return err
	}
	r := &reconciler{client: manager.GetClient(), count: count, seen: map[string]bool{}}
	err = ctrl.NewControllerManagedBy(manager).
		For(&corev1.ConfigMap{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: 4}).
		Complete(r)
	if err != nil {
		return err
	}
	return manager.Start(ctrl.SetupSignalHandler())
}
