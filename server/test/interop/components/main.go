// Command components runs the components of a cluster that Kubernetes publishes as libraries: a scheduler and
// controllers of deployments, replica sets, jobs and namespaces over client-go and controller-runtime, and the controllers of
// k8s.io/endpointslice and k8s.io/cloud-provider unchanged. It stops on a signal.
//
// Usage: components KUBECONFIG
package main

import (
	"fmt"
	"os"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

func main() {
	if len(os.Args) != 2 {
		fatal(fmt.Errorf("usage: components KUBECONFIG"))
	}
	ctrl.SetLogger(zap.New())
	config, err := clientcmd.BuildConfigFromFlags("", os.Args[1])
	fatal(err)
	config.QPS = -1
	ctx := ctrl.SetupSignalHandler()
	binary := rest.CopyConfig(config)
	binary.ContentType = "application/vnd.kubernetes.protobuf"
	client, err := kubernetes.NewForConfig(binary)
	fatal(err)

	lease := 5 * time.Second
	renew := 4 * time.Second
	retry := 500 * time.Millisecond
	controllers, err := ctrl.NewManager(config, ctrl.Options{
		Metrics:        server.Options{BindAddress: "0"},
		LeaderElection: true, LeaderElectionID: "kube-controller-manager", LeaderElectionNamespace: "kube-system",
		LeaderElectionReleaseOnCancel: true, LeaseDuration: &lease, RenewDeadline: &renew, RetryPeriod: &retry,
	})
	fatal(err)
	addWorkloads(controllers)
	addNamespaces(config, controllers)
	addNetwork(controllers, client)
	// A scheduler has a lease of its own.
	fatal(controllers.Add(manager.RunnableFunc(newScheduler(client).run)))
	fatal(controllers.Start(ctx))
}

func addWorkloads(m ctrl.Manager) {
	client := m.GetClient()
	fatal(ctrl.NewControllerManagedBy(m).For(&appsv1.Deployment{}).Owns(&appsv1.ReplicaSet{}).Complete(&deployments{client}))
	fatal(ctrl.NewControllerManagedBy(m).For(&appsv1.ReplicaSet{}).Owns(&corev1.Pod{}).Complete(&replicaSets{client}))
	fatal(ctrl.NewControllerManagedBy(m).For(&batchv1.Job{}).Owns(&corev1.Pod{}).Complete(&jobs{client}))
}

func addNetwork(m ctrl.Manager, client kubernetes.Interface) {
	slices := newEndpointSlices(m, client)
	fatal(ctrl.NewControllerManagedBy(m).For(&corev1.Service{}).Owns(&discoveryv1.EndpointSlice{}).
		Watches(&corev1.Pod{}, slices.servicesOfPod()).Complete(slices))
	fatal(m.Add(manager.RunnableFunc(runLoadBalancers(client))))
}

func fatal(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}
