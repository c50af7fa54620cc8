import { readFileSync } from 'node:fs'
import type { MetricsRegistry } from '@apimachinery/client/metrics'
import type { Clock, Timer } from 'apimachinery/wait'
import { ConfigReloadMetrics, type ConfigReloadMetricsOptions } from '../metrics/config-reload-metrics.js'

/** A configuration file that is read again while the server runs. */
export interface ConfigurationFile {
  readonly configuration: ConfigReloadMetricsOptions['configuration']
  readonly file: string
  /** The text that was read at the start. */
  readonly text: string
  /** Puts another text in force; throws for one that makes no sense, and the old one stays. */
  readonly apply: (text: string) => Promise<void>
  /** A text that made no sense is tried again with each look, not once. */
  readonly insists?: boolean
}

/** Shared settings of the reloads of a server. */
export interface ReloadEnvironment {
  readonly registry: MetricsRegistry
  readonly serverID: string
  readonly clock: Clock
  readonly onError: (error: unknown) => void
}

/** Milliseconds between two checks. Upstream checks each minute, and immediately on notification of the file system. */
const interval = 10_000

/** Looks at one configuration file from time to time. */
export class ConfigurationReload {
  readonly #given: ConfigurationFile
  readonly #environment: ReloadEnvironment
  readonly #metrics: ConfigReloadMetrics
  #seen: string
  #timer: Timer | undefined
  #stopped = false

  constructor(given: ConfigurationFile, environment: ReloadEnvironment) {
    this.#given = given
    this.#environment = environment
    const { registry, serverID, clock } = environment
    this.#metrics = new ConfigReloadMetrics(registry, { configuration: given.configuration, serverID, clock })
    this.#metrics.applied(given.text)
    this.#seen = given.text
    this.#schedule()
  }

  stop(): void {
    this.#stopped = true
    this.#timer?.stop()
  }

  #schedule(): void {
    if (this.#stopped) return
    this.#timer = this.#environment.clock.setTimer(() => void this.look().finally(() => this.#schedule()), interval)
  }

  /** Reads the file now. Never throws. */
  async look(): Promise<void> {
    const { file, apply, insists } = this.#given
    try {
      const text = readFileSync(file, 'utf8')
      if (text === this.#seen) return
      if (insists !== true) this.#seen = text
      await apply(text)
      this.#seen = text
      this.#metrics.applied(text)
      this.#metrics.reloaded('success')
    } catch (error) {
      this.#metrics.reloaded('failure')
      this.#environment.onError(error)
    }
  }
}
