import type { Clock } from 'apimachinery/wait'
import { ReloadedFiles } from '../serving/reloaded-files.js'
import { type ConfigurationFile, ConfigurationReload, type ReloadEnvironment } from './configuration-reload.js'

/** Everything of a command line that is read again while the server runs. */
export class Reloads {
  readonly #clock: Clock
  readonly #onError: (error: unknown) => void
  readonly #files: ConfigurationFile[] = []
  readonly #running: { stop(): void }[] = []

  constructor(clock: Clock, onError: (error: unknown) => void) {
    this.#clock = clock
    this.#onError = onError
  }

  /** Follows a file from now on; throws where it cannot be read or makes no sense. */
  follow<T>(file: string, parse: (text: string) => T): { readonly value: T } {
    const files = new ReloadedFiles<T>({
      files: [file],
      parse: ([text = '']) => parse(text),
      clock: this.#clock,
      onError: this.#onError,
    })
    this.#running.push(files)
    return files
  }

  /** Follows a configuration file once the server runs. */
  add(file: ConfigurationFile): void {
    this.#files.push(file)
  }

  /** The server runs: its metrics report reloads. */
  start({ registry, serverID }: Pick<ReloadEnvironment, 'registry' | 'serverID'>): void {
    const environment = { registry, serverID, clock: this.#clock, onError: this.#onError }
    for (const file of this.#files) this.#running.push(new ConfigurationReload(file, environment))
  }

  stop(): void {
    for (const each of this.#running.splice(0)) each.stop()
  }
}
