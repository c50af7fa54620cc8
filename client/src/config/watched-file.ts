import { readFile, stat } from 'node:fs/promises'
import { type PassiveClock, systemClock } from 'apimachinery/wait'
import { ConfigError } from './config-error.js'

/** A file whose bytes are read again when it changes; it is looked at once in `everyMilliseconds` at most. */
export class WatchedFile {
  readonly path: string
  readonly #every: number
  readonly #clock: PassiveClock
  #lookedAt = Number.NEGATIVE_INFINITY
  #stamp = ''
  #bytes: Uint8Array | undefined

  constructor(
    path: string,
    options: { readonly everyMilliseconds?: number; readonly clock?: PassiveClock | undefined } = {},
  ) {
    this.path = path
    this.#every = options.everyMilliseconds ?? 10_000
    this.#clock = options.clock ?? systemClock
  }

  /** The bytes; `fresh` checks the file at any time. @throws ConfigError if it was never readable. */
  async read(fresh = false): Promise<Uint8Array> {
    if (this.#bytes !== undefined && !fresh && this.#clock.now() - this.#lookedAt < this.#every) return this.#bytes
    this.#lookedAt = this.#clock.now()
    try {
      const { mtimeMs, size, ino } = await stat(this.path)
      const stamp = `${mtimeMs} ${size} ${ino}`
      if (this.#bytes === undefined || stamp !== this.#stamp) {
        this.#bytes = await readFile(this.path)
        this.#stamp = stamp
      }
    } catch (cause) {
      // A file that is being replaced may be gone for a moment.
      if (this.#bytes !== undefined) return this.#bytes
      throw new ConfigError(`unable to read ${this.path}`, { file: this.path, cause })
    }
    return this.#bytes
  }
}
