import type { MetricsRegistry, NumberFamily, Stability } from '@apimachinery/client/metrics'
import type { PassiveClock } from 'apimachinery/wait'
import { identityHash } from '../internal/identity-hash.js'

/** Which configuration file, and whose. */
export interface ConfigReloadMetricsOptions {
  readonly configuration: 'authentication' | 'authorization' | 'encryption'
  /** The identity of the server, as its lease has it. */
  readonly serverID: string
  readonly clock: PassiveClock
}

/**
 * How often a configuration file was read again while the server ran, and which text of it is in force.
 *
 * Source: `authenticationconfig/metrics`, `authorizationconfig/metrics` and `encryptionconfig/metrics` of
 * k8s.io/apiserver/pkg/server/options.
 */
export class ConfigReloadMetrics {
  readonly #options: ConfigReloadMetricsOptions
  readonly #server: string
  readonly #total: NumberFamily
  readonly #last: NumberFamily
  readonly #info: NumberFamily

  constructor(registry: MetricsRegistry, options: ConfigReloadMetricsOptions) {
    this.#options = options
    this.#server = identityHash(options.serverID)
    const { configuration } = options
    const prefix = `apiserver_${configuration}_config_controller`
    const isEncryption = configuration === 'encryption'
    const stability: Stability = isEncryption ? 'ALPHA' : 'BETA'
    const labelNames = ['apiserver_id_hash', 'status']
    const subject = isEncryption ? 'reload successes and failures' : 'automatic reloads'
    const split = isEncryption ? 'split by apiserver identity' : 'split by status and apiserver identity'
    this.#total = registry.counter({
      name: `${prefix}_automatic_reloads_total`,
      help: `Total number of ${subject} of ${configuration} configuration ${split}.`,
      stability,
      labelNames,
    })
    this.#last = registry.gauge({
      name: `${prefix}_automatic_reload_last_timestamp_seconds`,
      help: `Timestamp of the last ${isEncryption ? 'successful or failed automatic reload' : 'automatic reload'} of ${configuration} configuration ${split}.`,
      stability,
      labelNames,
    })
    this.#info = registry.gauge({
      name: `${prefix}_last_config_info`,
      help: `Information about the last applied ${configuration} configuration with hash as label, split by apiserver identity.`,
      stability: 'ALPHA',
      labelNames: ['apiserver_id_hash', 'hash'],
    })
  }

  /** A text is in force. */
  applied(text: string): void {
    this.#info.clear()
    this.#info.labels(this.#server, identityHash(text)).set(1)
  }

  reloaded(status: 'success' | 'failure'): void {
    this.#total.labels(this.#server, status).inc()
    this.#last.labels(this.#server, status).set(this.#options.clock.now() / 1000)
  }
}
