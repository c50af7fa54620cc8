import { type HealthCheck, logCheck, pingCheck } from '../health/health-check.js'
import type { ServerAdditions } from './server-options.js'

/** The health checks of a server, besides those of its hooks. */
export class HealthChecks {
  readonly #always: HealthCheck[]
  readonly #live: HealthCheck[]
  readonly #ready: HealthCheck[]

  constructor(given: Pick<ServerAdditions, 'healthChecks' | 'liveChecks' | 'readyChecks'> = {}) {
    this.#always = [pingCheck, logCheck, ...(given.healthChecks ?? [])]
    this.#live = [...(given.liveChecks ?? [])]
    this.#ready = [...(given.readyChecks ?? [])]
  }

  /** A check of `/healthz`, `/livez` and `/readyz`. */
  add(check: HealthCheck): void {
    this.#always.push(check)
  }

  /** A check of `/healthz` and `/livez`. */
  addLive(check: HealthCheck): void {
    this.#live.push(check)
  }

  /** A check of `/readyz` alone. */
  addReady(check: HealthCheck): void {
    this.#ready.push(check)
  }

  /** Those of `/healthz` and `/livez`. */
  get live(): readonly HealthCheck[] {
    return [...this.#always, ...this.#live]
  }

  /** Those of `/readyz`. */
  get ready(): readonly HealthCheck[] {
    return [...this.#always, ...this.#ready]
  }
}
