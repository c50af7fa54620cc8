import { readFileSync } from 'node:fs'
import type { Clock, Timer } from 'apimachinery/wait'

/** Files that are read again when they change. */
export interface ReloadOptions<T> {
  readonly files: readonly string[]
  /** Makes a value of their texts; throws where they make no sense, and the old value stays. */
  readonly parse: (texts: readonly string[]) => T
  readonly clock: Clock
  /** Milliseconds between two looks; 10 s by default. */
  readonly interval?: number | undefined
  /** Called with a new value. */
  readonly onChange?: ((value: T) => void) | undefined
  /** Called for files that cannot be read or are invalid. */
  readonly onError: (error: unknown) => void
}

const everyTenSeconds = 10_000

/**
 * The content of files, such as a certificate and its key, kept up to date until {@link stop}.
 *
 * Source: `DynamicCertKeyPairContent` and `DynamicFileCAContent` of k8s.io/apiserver/pkg/server/dynamiccertificates.
 */
export class ReloadedFiles<T> {
  readonly #options: ReloadOptions<T>
  #texts: readonly string[]
  #value: T
  #timer: Timer | undefined
  #stopped = false

  /** Throws where the files cannot be read or make no sense. */
  constructor(options: ReloadOptions<T>) {
    this.#options = options
    this.#texts = this.#read()
    this.#value = options.parse(this.#texts)
    this.#schedule()
  }

  get value(): T {
    return this.#value
  }

  stop(): void {
    this.#stopped = true
    this.#timer?.stop()
  }

  #schedule(): void {
    if (this.#stopped) return
    const { clock, interval = everyTenSeconds } = this.#options
    this.#timer = clock.setTimer(() => {
      this.#look()
      this.#schedule()
    }, interval)
  }

  #look(): void {
    const { parse, onChange, onError } = this.#options
    try {
      const texts = this.#read()
      if (texts.every((text, index) => text === this.#texts[index])) return
      // Half of a pair may be new: both are tried again with the next look.
      this.#value = parse(texts)
      this.#texts = texts
      onChange?.(this.#value)
    } catch (error) {
      onError(error)
    }
  }

  #read(): string[] {
    return this.#options.files.map((file) => readFileSync(file, 'utf8'))
  }
}
