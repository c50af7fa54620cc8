import type { Cell, MetricsRegistry, NumberFamily } from '@apimachinery/client/metrics'
import type { AuditLevel } from './audit-event.js'

/** `apiserver_audit_*`. Source: k8s.io/apiserver/pkg/audit/metrics.go. */
export class AuditMetrics {
  readonly events: Cell
  readonly rejected: Cell
  readonly #errors: NumberFamily
  readonly #levels: NumberFamily

  constructor(registry: MetricsRegistry) {
    const counter = (name: string, help: string, labelNames?: readonly string[]): NumberFamily =>
      registry.counter({ name: `apiserver_audit_${name}`, help, stability: 'ALPHA', labelNames })
    this.events = counter('event_total', 'Counter of audit events generated and sent to the audit backend.').labels()
    this.rejected = counter(
      'requests_rejected_total',
      'Counter of apiserver requests rejected due to an error in audit logging backend.',
    ).labels()
    this.#errors = counter(
      'error_total',
      'Counter of audit events that failed to be audited properly. Plugin identifies the plugin affected by the error.',
      ['plugin'],
    )
    this.#levels = counter('level_total', 'Counter of policy levels for audit events (1 per request).', ['level'])
  }

  level(level: AuditLevel): void {
    this.#levels.labels(level).inc()
  }

  failed(plugin: string, events: number): void {
    this.#errors.labels(plugin).inc(events)
  }
}
