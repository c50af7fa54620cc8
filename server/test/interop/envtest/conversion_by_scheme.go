//go:build conversion_by_scheme

package main

import (
	"net/http"

	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/webhook/conversion"
)

// converting is the webhook for conversion before controller-runtime 0.23.
func converting(m ctrl.Manager) http.Handler {
	return conversion.NewWebhookHandler(m.GetScheme())
}
