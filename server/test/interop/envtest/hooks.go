package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"

	admissionregistration "k8s.io/api/admissionregistration/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/envtest"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"

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

// defaulting colours a Widget, read as v1.
func (h *hooks) defaulting(scheme *runtime.Scheme) admission.HandlerFunc {
	decoder := admission.NewDecoder(scheme)
	return func(_ context.Context, request admission.Request) admission.Response {
		h.note("mutating", request)
		widget := &widgets.V1{}
		if err := decoder.Decode(request, widget); err != nil {
			return admission.Errored(http.StatusBadRequest, err)
		}
		if widget.Spec.Color == "" {
			widget.Spec.Color = fmt.Sprintf("blue%d", widget.Spec.Replicas)
		}
		text, err := json.Marshal(widget)
		if err != nil {
			return admission.Errored(http.StatusInternalServerError, err)
		}
		return admission.PatchResponseFromRaw(request.Object.Raw, text)
	}
}

// limiting refuses a Widget, read as v2, with more than ten replicas or with fewer than before.
func (h *hooks) limiting(scheme *runtime.Scheme) admission.HandlerFunc {
	decoder := admission.NewDecoder(scheme)
	return func(_ context.Context, request admission.Request) admission.Response {
		widget, old := &widgets.V2{}, &widgets.V2{}
		if err := decoder.Decode(request, widget); err != nil {
			return admission.Errored(http.StatusBadRequest, err)
		}
		if len(request.OldObject.Raw) > 0 {
			if err := decoder.DecodeRaw(request.OldObject, old); err != nil {
				return admission.Errored(http.StatusBadRequest, err)
			}
		}
		if widget.Spec.Scale.Replicas < old.Spec.Scale.Replicas {
			return admission.Denied(fmt.Sprintf("fewer than %d replicas", old.Spec.Scale.Replicas))
		}
		h.note("validating", request)
		if widget.Spec.Scale.Replicas > 10 {
			return admission.Denied(fmt.Sprintf("%d replicas are too many", widget.Spec.Scale.Replicas))
		}
		return admission.Allowed("")
	}
}

// serve registers all webhooks with the server of the manager.
func (h *hooks) serve(m ctrl.Manager) {
	server := m.GetWebhookServer()
	server.Register("/default", &admission.Webhook{Handler: h.defaulting(m.GetScheme())})
	server.Register("/validate", &admission.Webhook{Handler: h.limiting(m.GetScheme())})
	server.Register("/exact", &admission.Webhook{Handler: admission.HandlerFunc(func(_ context.Context, r admission.Request) admission.Response {
		h.note("exact", r)
		return admission.Allowed("")
	})})
	server.Register("/failing", &admission.Webhook{Handler: admission.HandlerFunc(func(context.Context, admission.Request) admission.Response {
		return admission.Denied("as it always does")
	})})
	server.Register("/convert", converting(m))
}

// hookClient leads to a path of a service; envtest replaces it by a URL whose path begins with two slashes.
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
