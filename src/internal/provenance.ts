/**
 * What is remembered of where values of one sort came from, because they do not say it themselves and what is written depends
 * on it. It belongs to the identity of a value and lives as long as that. A copy has none until somebody hands it on, and a
 * reader who finds that the value was changed since ignores it. docs/design.md lists what is remembered.
 */
export class Provenance<V extends object, Origin> {
  /** Made when there is something to remember: most programs have nothing, and their copies ask for nothing. */
  #origins: WeakMap<V, Origin> | undefined

  remember(value: V, origin: Origin): void {
    this.#origins ??= new WeakMap()
    this.#origins.set(value, origin)
  }

  /** What is remembered of a value, whether or not the value was changed since. */
  of(value: V): Origin | undefined {
    return this.#origins?.get(value)
  }

  has(value: V): boolean {
    return this.#origins?.has(value) === true
  }

  forget(value: V): void {
    this.#origins?.delete(value)
  }

  /** Remembers of a copy what is remembered of its original. */
  handOn(original: V, copy: V): void {
    const origin = this.#origins?.get(original)
    if (origin !== undefined) this.remember(copy, origin)
  }
}
