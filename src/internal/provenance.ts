/**
 * What is remembered of where values of one sort came from, because they do not say it themselves and what is written depends
 * on it. It belongs to the identity of a value and lives as long as that. A copy has none until somebody hands it on, and a
 * reader who finds that the value was changed since ignores it. docs/design.md lists what is remembered.
 */
export class Provenance<V extends object, Origin> extends WeakMap<V, Origin> {
  /** Remembers of a copy what is remembered of its original, and returns the copy. */
  handOn<C extends V>(original: V, copy: C): C {
    const origin = this.get(original)
    if (origin !== undefined) this.set(copy, origin)
    return copy
  }
}
