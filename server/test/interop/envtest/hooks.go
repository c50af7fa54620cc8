package main

import (
	"context"
	"fmt"
	"sync"

	admissionregistration "k8s.io/api/admissionregistration/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/envtest"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
	"sigs.k8s.io/controller-runtime/pkg/webhook/conversion"

	"apimachinery.server.test/envtest/widgets"
)

// hooks are those that the manager serves, with the versions that they were called for.
type hooks struct {
	mutex sync.Mutex
	calls []string
}

func (h *hooks) note(name string, request admission.Request) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	asked := "none"
	if request.RequestKind != nil {
		asked = request.RequestKind.Version
	}
	h.calls = append(h.calls, fmt.Sprintf("%s %s of %s: %s", name, request.Kind.Version, asked, request.Operation))
}

// taken returns the calls since it was last asked.
func (h *hooks) taken() []string {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	calls := h.calls
	h.calls = nil
	return calls
}

// Default colours a Widget, read as v1.
func (h *hooks) Default(ctx context.Context, widget *widgets.V1) error {
	request, err := admission.RequestFromContext(ctx)
	if err != nil {
		return err
	}
	h.note("mutating", request)
	if widget.Spec.Color == "" {
		widget.Spec.Color = fmt.Sprintf("blue%d", widget.Spec.Replicas)
	}
	return nil
}

// limits refuses a Widget, read as v2, with more than ten replicas.
type limits struct{ hooks *hooks }

func (l limits) check(ctx context.Context, widget *widgets.V2) (admission.Warnings, error) {
	request, err := admission.RequestFromContext(ctx)
	if err != nil {
		return nil, err
	}
	l.hooks.note("validating", request)
	if widget.Spec.Scale.Replicas > 10 {
		return nil, fmt.Errorf("%d replicas are too many", widget.Spec.Scale.Replicas)
	}
	return nil, nil
}

func (l limits) ValidateCreate(ctx context.Context, widget *widgets.V2) (admission.Warnings, error) {
	return l.check(ctx, widget)
}

func (l limits) ValidateUpdate(ctx context.Context, old, widget *widgets.V2) (admission.Warnings, error) {
	if widget.Spec.Scale.Replicas < old.Spec.Scale.Replicas {
		return nil, fmt.Errorf("fewer than %d replicas", old.Spec.Scale.Replicas)
	}
	return l.check(ctx, widget)
}

func (l limits) ValidateDelete(context.Context, *widgets.V2) (admission.Warnings, error) {
	return nil, nil
}

// serve registers all webhooks with the server of the manager.
func (h *hooks) serve(m ctrl.Manager) {
	server, scheme := m.GetWebhookServer(), m.GetScheme()
	server.Register("/default", admission.WithDefaulter[*widgets.V1](scheme, h))
	server.Register("/validate", admission.WithValidator[*widgets.V2](scheme, limits{h}))
	server.Register("/exact", &admission.Webhook{Handler: admission.HandlerFunc(func(_ context.Context, r admission.Request) admission.Response {
		h.note("exact", r)
		return admission.Allowed("")
	})})
	server.Register("/failing", &admission.Webhook{Handler: admission.HandlerFunc(func(context.Context, admission.Request) admission.Response {
		return admission.Denied("as it always does")
	})})
	server.Register("/convert", conversion.NewWebhookHandler(scheme, m.GetConverterRegistry()))
}

// client leads to a path of a service; envtest replaces it by a URL whose path begins with two slashes.
func hookClient(path string) admissionregistration.WebhookClientConfig {
	return admissionregistration.WebhookClientConfig{
		Service: &admissionregistration.ServiceReference{Namespace: "default", Name: "webhooks", Path: &path},
	}
}

func rulesFor(group, version, resource string) []admissionregistration.RuleWithOperations {
	return []admissionregistration.RuleWithOperations{{
		Operations: []admissionregistration.OperationType{"CREATE", "UPDATE"},
		Rule: admissionregistration.Rule{
			APIGroups: []string{group}, APIVersions: []string{version}, Resources: []string{resource},
		},
	}}
}

func hookOptions() envtest.WebhookInstallOptions {
	none, equivalent, exact := admissionregistration.SideEffectClassNone, admissionregistration.Equivalent, admissionregistration.Exact
	validating := func(name, path, version string, policy admissionregistration.MatchPolicyType) admissionregistration.ValidatingWebhook {
		return admissionregistration.ValidatingWebhook{
			Name: name + ".envtest.example.com", ClientConfig: hookClient(path), MatchPolicy: &policy, SideEffects: &none,
			AdmissionReviewVersions: []string{"v1"}, Rules: rulesFor("envtest.example.com", version, "widgets"),
		}
	}
	failing := validating("failing", "/failing", "v1", exact)
	failing.Rules = rulesFor("", "v1", "configmaps")
	failing.ObjectSelector = &metav1.LabelSelector{MatchLabels: map[string]string{"fails": "true"}}
	return envtest.WebhookInstallOptions{
		MutatingWebhooks: []*admissionregistration.MutatingWebhookConfiguration{{
			ObjectMeta: metav1.ObjectMeta{Name: "widgets"},
			Webhooks: []admissionregistration.MutatingWebhook{{
				Name: "default.envtest.example.com", ClientConfig: hookClient("/default"), MatchPolicy: &equivalent, SideEffects: &none,
				AdmissionReviewVersions: []string{"v1"}, Rules: rulesFor("envtest.example.com", "v1", "widgets"),
			}},
		}},
		ValidatingWebhooks: []*admissionregistration.ValidatingWebhookConfiguration{{
			ObjectMeta: metav1.ObjectMeta{Name: "widgets"},
			Webhooks: []admissionregistration.ValidatingWebhook{
				validating("validate", "/validate", "v2", equivalent), validating("exact", "/exact", "v2", exact), failing,
			},
		}},
	}
}
