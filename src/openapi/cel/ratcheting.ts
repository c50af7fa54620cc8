import type { Correlation } from '../validate/correlation.js'

/** Decides, for one value of an update, whether a rule that it violated before may stay violated. */
export class Ratcheting {
  readonly #here: Correlation | undefined
  readonly #nearest: Correlation | undefined

  /** @param nearest - the value around, for values that have no counterpart in the old object. */
  constructor(here?: Correlation | undefined, nearest?: Correlation | undefined) {
    this.#here = here
    this.#nearest = nearest
  }

  /** The value, or what is around it, has not changed. */
  get tolerates(): boolean {
    return (this.#here ?? this.#nearest)?.unchanged === true
  }

  key(name: string): Ratcheting {
    if (this.#here === undefined) return this
    // Both sides of an update were converted to the same version: a change of these would not be seen.
    if (this.#nearest === undefined && (name === 'apiVersion' || name === 'kind')) return new Ratcheting()
    return new Ratcheting(this.#here.key(name), this.#here)
  }

  index(index: number): Ratcheting {
    return this.#here === undefined ? this : new Ratcheting(this.#here.index(index), this.#here)
  }

  /** For rules below `allOf`: only what is around the value counts. */
  above(): Ratcheting {
    return new Ratcheting(undefined, this.#nearest)
  }
}
