package main

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// namespaces empties deleted namespaces, by discovery, and finalizes them.
type namespaces struct {
	client.Client
	discovery discovery.DiscoveryInterface
	metadata  metadata.Interface
}

func addNamespaces(config *rest.Config, m ctrl.Manager) {
	client, err := discovery.NewDiscoveryClientForConfig(config)
	fatal(err)
	objects, err := metadata.NewForConfig(metadata.ConfigFor(config))
	fatal(err)
	fatal(ctrl.NewControllerManagedBy(m).For(&corev1.Namespace{}).Complete(&namespaces{m.GetClient(), client, objects}))
}

func (n *namespaces) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	var namespace corev1.Namespace
	if err := n.Get(ctx, request.NamespacedName, &namespace); err != nil || namespace.DeletionTimestamp == nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	left, err := n.empty(ctx, namespace.Name)
	if err != nil || left > 0 {
		return ctrl.Result{RequeueAfter: 200 * time.Millisecond}, err
	}
	namespace.Spec.Finalizers = nil
	return ctrl.Result{}, ignoreConflict(n.SubResource("finalize").Update(ctx, &namespace))
}

// empty deletes the objects of a namespace, and counts those that are left.
func (n *namespaces) empty(ctx context.Context, namespace string) (int, error) {
	lists, err := discovery.ServerPreferredNamespacedResources(n.discovery)
	if err != nil {
		return 0, err
	}
	left := 0
	for _, list := range discovery.FilteredBy(discovery.SupportsAllVerbs{Verbs: []string{"deletecollection", "list"}}, lists) {
		version, err := schema.ParseGroupVersion(list.GroupVersion)
		if err != nil {
			return 0, err
		}
		for _, resource := range list.APIResources {
			objects := n.metadata.Resource(version.WithResource(resource.Name)).Namespace(namespace)
			options := metav1.DeleteOptions{PropagationPolicy: pointer(metav1.DeletePropagationBackground)}
			if err := objects.DeleteCollection(ctx, options, metav1.ListOptions{}); err != nil && !errors.IsMethodNotSupported(err) {
				return 0, err
			}
			rest, err := objects.List(ctx, metav1.ListOptions{})
			if err != nil {
				return 0, err
			}
			left += len(rest.Items)
		}
	}
	return left, nil
}

func pointer[T any](value T) *T { return &value }
