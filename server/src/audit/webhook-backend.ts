import type { Webhook } from '../internal/webhook/webhook.js'
import type { AuditBackend, OnAuditError } from './audit-backend.js'
import { encodeEvents } from './encode-event.js'

/** Sends events as an `EventList`. `strict` makes a failure one of the request. Source: plugin/pkg/audit/webhook. */
export function webhookBackend(webhook: Webhook, strict: boolean, onError: OnAuditError): AuditBackend {
  return {
    async processEvents(events) {
      try {
        await webhook.post(Buffer.from(encodeEvents(events.map(({ json }) => json))))
        return true
      } catch (error) {
        onError('webhook', error, events.length)
        return !strict
      }
    },
    shutdown: () => webhook.close(),
  }
}
