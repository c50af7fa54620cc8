package main

import (
	"context"
	"net"
	"time"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/scheme"
	typedcore "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/tools/record"
	loadbalancers "k8s.io/cloud-provider/controllers/service"
	"k8s.io/cloud-provider/fake"
	"k8s.io/component-base/featuregate"
	controllersmetrics "k8s.io/component-base/metrics/prometheus/controllers"
	"k8s.io/endpointslice"
	"k8s.io/endpointslice/util"
	"k8s.io/klog/v2"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

const endpointSliceController = "endpointslice-controller.k8s.io"

// endpointSlices passes services to the reconciler of kube-controller-manager.
type endpointSlices struct {
	client.Client
	reconciler *endpointslice.Reconciler
}

func newEndpointSlices(m ctrl.Manager, kube kubernetes.Interface) *endpointSlices {
	broadcaster := record.NewBroadcaster()
	broadcaster.StartRecordingToSink(&typedcore.EventSinkImpl{Interface: kube.CoreV1().Events("")})
	recorder := broadcaster.NewRecorder(scheme.Scheme, corev1.EventSource{Component: "endpoint-slice-controller"})
	factory := informers.NewSharedInformerFactory(kube, 0)
	nodes := factory.Core().V1().Nodes().Lister()
	_ = factory.Core().V1().Nodes().Informer()
	factory.Start(make(chan struct{}))
	return &endpointSlices{m.GetClient(), endpointslice.NewReconciler(kube, nodes, 100, util.NewEndpointSliceTracker(), nil, recorder, endpointSliceController)}
}

func (e *endpointSlices) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	var service corev1.Service
	if err := e.Get(ctx, request.NamespacedName, &service); err != nil || service.DeletionTimestamp != nil || len(service.Spec.Selector) == 0 {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	var pods corev1.PodList
	if err := e.List(ctx, &pods, client.InNamespace(request.Namespace), client.MatchingLabels(service.Spec.Selector)); err != nil {
		return ctrl.Result{}, err
	}
	var slices discoveryv1.EndpointSliceList
	own := client.MatchingLabels{discoveryv1.LabelServiceName: service.Name, discoveryv1.LabelManagedBy: endpointSliceController}
	if err := e.List(ctx, &slices, client.InNamespace(request.Namespace), own); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, e.reconciler.Reconcile(klog.FromContext(ctx), &service, pointers(pods.Items), pointers(slices.Items), time.Now())
}

// servicesOfPod are the services that select a pod.
func (e *endpointSlices) servicesOfPod() handler.EventHandler {
	return handler.EnqueueRequestsFromMapFunc(func(ctx context.Context, pod client.Object) []reconcile.Request {
		var services corev1.ServiceList
		if err := e.List(ctx, &services, client.InNamespace(pod.GetNamespace())); err != nil {
			return nil
		}
		var requests []reconcile.Request
		for _, each := range services.Items {
			if selector := labels.SelectorFromSet(each.Spec.Selector); !selector.Empty() && selector.Matches(labels.Set(pod.GetLabels())) {
				requests = append(requests, reconcile.Request{NamespacedName: types.NamespacedName{Namespace: each.Namespace, Name: each.Name}})
			}
		}
		return requests
	})
}

func pointers[T any](values []T) []*T {
	all := make([]*T, len(values))
	for i := range values {
		all[i] = &values[i]
	}
	return all
}

// runLoadBalancers runs the service controller of cloud providers with a cloud that is none.
func runLoadBalancers(kube kubernetes.Interface) func(context.Context) error {
	return func(ctx context.Context) error {
		factory := informers.NewSharedInformerFactory(kube, 0)
		cloud := &fake.Cloud{ExternalIP: net.ParseIP("192.0.2.80")}
		controller, err := loadbalancers.New(cloud, kube, factory.Core().V1().Services(), factory.Core().V1().Nodes(), "test", featuregate.NewFeatureGate())
		if err != nil {
			return err
		}
		factory.Start(ctx.Done())
		controller.Run(ctx, 1, controllersmetrics.NewControllerManagerMetrics("interop"))
		return nil
	}
}
