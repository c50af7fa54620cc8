package main

import (
	"context"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	metrics "sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/webhook"

	"apimachinery.server.test/envtest/widgets"
)

// reconciler writes the colour of a Widget into a ConfigMap of it, and reports its replicas as ready.
type reconciler struct{ client.Client }

func (r *reconciler) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	var widget widgets.V1
	if err := r.Get(ctx, request.NamespacedName, &widget); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	child := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: widget.Namespace, Name: widget.Name}}
	if _, err := controllerutil.CreateOrUpdate(ctx, r, child, func() error {
		child.Data = map[string]string{"color": widget.Spec.Color}
		return controllerutil.SetControllerReference(&widget, child, r.Scheme())
	}); err != nil {
		return ctrl.Result{}, err
	}
	if widget.Status.Ready == widget.Spec.Replicas {
		return ctrl.Result{}, nil
	}
	widget.Status.Ready = widget.Spec.Replicas
	return ctrl.Result{}, r.Status().Update(ctx, &widget)
}

// running is a manager that leads and serves webhooks.
type running struct {
	hooks hooks
	stop  func() error
}

func (s *session) startManager(ctx context.Context) (*running, error) {
	options := s.environment.WebhookInstallOptions
	lease, renew, retry := 5*time.Second, 4*time.Second, 500*time.Millisecond
	m, err := ctrl.NewManager(s.config, ctrl.Options{
		Scheme: s.scheme, Metrics: metrics.Options{BindAddress: "0"},
		WebhookServer: webhook.NewServer(webhook.Options{
			Host: options.LocalServingHost, Port: options.LocalServingPort, CertDir: options.LocalServingCertDir,
		}),
		LeaderElection: true, LeaderElectionID: leaseName, LeaderElectionNamespace: namespace,
		LeaderElectionReleaseOnCancel: true, LeaseDuration: &lease, RenewDeadline: &renew, RetryPeriod: &retry,
	})
	if err != nil {
		return nil, err
	}
	r := &running{}
	r.hooks.serve(m)
	if err := ctrl.NewControllerManagedBy(m).For(&widgets.V1{}).Owns(&corev1.ConfigMap{}).Complete(&reconciler{m.GetClient()}); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- m.Start(ctx) }()
	r.stop = func() error { cancel(); return <-ended }
	// The webhooks must answer before caches can sync: they convert.
	if err := eventually(ctx, func() error { return m.GetWebhookServer().StartedChecker()(nil) }); err != nil {
		return nil, fmt.Errorf("webhook server: %w", err)
	}
	select {
	case <-m.Elected():
		return r, nil
	case err := <-ended:
		return nil, fmt.Errorf("manager ended: %w", err)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
