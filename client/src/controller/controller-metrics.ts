import type { MetricsRegistry } from '../metrics/metrics-registry.js'

/** How a run of a reconciler ended. */
export type ReconcileOutcome = 'success' | 'error' | 'requeue_after'

/** The metrics of controllers, with the names of controller-runtime. */
export class ControllerMetrics {
  readonly #controller: { readonly controller: string }
  readonly #registry: MetricsRegistry

  constructor(registry: MetricsRegistry, controller: string) {
    this.#registry = registry
    this.#controller = { controller }
    for (const result of ['success', 'error', 'requeue_after'] as const) this.#total().inc({ controller, result }, 0)
    for (const name of ['reconcile_errors', 'terminal_reconcile_errors', 'reconcile_timeouts']) {
      this.#count(name).inc(this.#controller, 0)
    }
    this.#active().set(0, this.#controller)
  }

  /** A run ended. */
  ended(result: ReconcileOutcome, seconds: number): void {
    this.#total().inc({ ...this.#controller, result })
    this.#time().observe(seconds, this.#controller)
    if (result === 'error') this.#count('reconcile_errors').inc(this.#controller)
  }

  /** Something happened that is counted: `terminal_reconcile_errors`, `reconcile_timeouts`. */
  count(name: 'terminal_reconcile_errors' | 'reconcile_timeouts'): void {
    this.#count(name).inc(this.#controller)
  }

  /** A worker began (1) or ended (−1). */
  active(by: number): void {
    this.#active().add(by, this.#controller)
  }

  /** How many workers there may be. */
  workers(count: number): void {
    const help = 'Maximum number of concurrent reconciles per controller'
    const labelNames = ['controller']
    this.#registry
      .gauge({ name: 'controller_runtime_max_concurrent_reconciles', help, labelNames })
      .set(count, this.#controller)
  }

  #total() {
    const help = 'Total number of reconciliations per controller'
    const labelNames = ['controller', 'result']
    return this.#registry.counter({ name: 'controller_runtime_reconcile_total', help, labelNames })
  }

  #count(name: string) {
    const help = `Total number of ${name.replaceAll('_', ' ')} per controller`
    return this.#registry.counter({ name: `controller_runtime_${name}_total`, help, labelNames: ['controller'] })
  }

  #time() {
    const help = 'Length of time per reconciliation per controller'
    const name = 'controller_runtime_reconcile_time_seconds'
    return this.#registry.histogram({ name, help, labelNames: ['controller'] })
  }

  #active() {
    const help = 'Number of currently used workers per controller'
    return this.#registry.gauge({ name: 'controller_runtime_active_workers', help, labelNames: ['controller'] })
  }
}
