import type { Histogram } from '../metrics/histogram.js'
import type { MetricsRegistry } from '../metrics/metrics-registry.js'
import type { Counter, Gauge } from '../metrics/number-family.js'

/** How a run of a reconciler ended. */
export type ReconcileOutcome = 'success' | 'error' | 'requeue_after'

type Counted = 'reconcile_errors' | 'terminal_reconcile_errors' | 'reconcile_timeouts'

/** The metrics of controllers, with the names of controller-runtime. */
export class ControllerMetrics {
  readonly #labels: { readonly controller: string }
  readonly #outcomes: Readonly<Record<ReconcileOutcome, { readonly controller: string; readonly result: string }>>
  readonly #total: Counter
  readonly #counts: Readonly<Record<Counted, Counter>>
  readonly #time: Histogram
  readonly #active: Gauge
  readonly #workers: Gauge

  constructor(registry: MetricsRegistry, controller: string) {
    const outcome = (result: ReconcileOutcome) => ({ controller, result })
    this.#labels = { controller }
    this.#outcomes = { success: outcome('success'), error: outcome('error'), requeue_after: outcome('requeue_after') }
    const labelNames = ['controller']
    const count = (name: Counted): Counter =>
      registry.counter({
        name: `controller_runtime_${name}_total`,
        help: `Total number of ${name.replaceAll('_', ' ')} per controller`,
        labelNames,
      })
    this.#total = registry.counter({
      name: 'controller_runtime_reconcile_total',
      help: 'Total number of reconciliations per controller',
      labelNames: ['controller', 'result'],
    })
    this.#counts = {
      reconcile_errors: count('reconcile_errors'),
      terminal_reconcile_errors: count('terminal_reconcile_errors'),
      reconcile_timeouts: count('reconcile_timeouts'),
    }
    this.#time = registry.histogram({
      name: 'controller_runtime_reconcile_time_seconds',
      help: 'Length of time per reconciliation per controller',
      labelNames,
    })
    this.#active = registry.gauge({
      name: 'controller_runtime_active_workers',
      help: 'Number of currently used workers per controller',
      labelNames,
    })
    this.#workers = registry.gauge({
      name: 'controller_runtime_max_concurrent_reconciles',
      help: 'Maximum number of concurrent reconciles per controller',
      labelNames,
    })
    for (const labels of Object.values(this.#outcomes)) this.#total.inc(labels, 0)
    for (const counter of Object.values(this.#counts)) counter.inc(this.#labels, 0)
    this.#active.set(0, this.#labels)
  }

  /** A run ended. */
  ended(result: ReconcileOutcome, seconds: number): void {
    this.#total.inc(this.#outcomes[result])
    this.#time.observe(seconds, this.#labels)
    if (result === 'error') this.#counts.reconcile_errors.inc(this.#labels)
  }

  /** Something happened that is counted: `terminal_reconcile_errors`, `reconcile_timeouts`. */
  count(name: 'terminal_reconcile_errors' | 'reconcile_timeouts'): void {
    this.#counts[name].inc(this.#labels)
  }

  /** A worker began (1) or ended (−1). */
  active(by: number): void {
    this.#active.add(by, this.#labels)
  }

  /** How many workers there may be. */
  workers(count: number): void {
    this.#workers.set(count, this.#labels)
  }
}
