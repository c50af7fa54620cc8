import { keyText, type ReconcileKey } from './reconcile-request.js'

/** The last failure of a key, since its last success. */
export interface KeyFailure {
  readonly key: ReconcileKey
  readonly error: unknown
  /** `retry`: it is tried again. `terminal`: it waits for its next event. `unawaited`: no run failed, but a promise of one. */
  readonly kind: 'retry' | 'terminal' | 'unawaited'
  /** How often it failed, one time after the other. */
  readonly count: number
}

/** The keys of a controller whose last run failed. */
export class ReconcileFailures {
  readonly #retries = new Map<string, KeyFailure>()
  /** Each until it was asked for. */
  readonly #final = new Map<string, KeyFailure>()
  #total = 0

  /** How many runs failed. */
  get total(): number {
    return this.#total
  }

  /** Whether a failed run waits for its retry. */
  get areRetried(): boolean {
    return this.#retries.size > 0
  }

  /** The failed runs that are tried again. */
  get retries(): readonly KeyFailure[] {
    return [...this.#retries.values()]
  }

  add(key: ReconcileKey, error: unknown, kind: KeyFailure['kind']): void {
    const text = keyText(key)
    const count = (this.#retries.get(text)?.count ?? 0) + 1
    if (kind !== 'unawaited') {
      this.#retries.delete(text)
      this.#total++
    }
    const target = kind === 'retry' ? this.#retries : this.#final
    target.set(text, { key, error, kind, count })
  }

  /** A run of the key succeeded. */
  succeeded(key: ReconcileKey): void {
    const text = keyText(key)
    this.#retries.delete(text)
    if (this.#final.get(text)?.kind === 'terminal') this.#final.delete(text)
  }

  /** The failures that are not tried again, each given once. */
  takeFinal(): readonly KeyFailure[] {
    const taken = [...this.#final.values()]
    this.#final.clear()
    return taken
  }
}
