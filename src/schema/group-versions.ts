import type { GroupVersion, GroupVersionKind } from './identifiers.js'

/** A list of preferred group versions, most preferred first. Immutable; it is a GroupVersioner. */
export class GroupVersions {
  readonly items: readonly GroupVersion[]

  constructor(items: Iterable<GroupVersion>) {
    this.items = Array.from(items)
  }

  /** `[apps/v1,v1]`. */
  get identifier(): string {
    return `[${this.items.join(',')}]`
  }

  /**
   * Selects one of `kinds`: of those that the preferred versions would choose, the first that is in `kinds` unchanged,
   * otherwise the first; `undefined` if no group matches.
   */
  kindForGroupVersionKinds(kinds: readonly GroupVersionKind[]): GroupVersionKind | undefined {
    const targets = this.items.flatMap((groupVersion) => groupVersion.kindForGroupVersionKinds(kinds) ?? [])
    return targets.find((target) => kinds.some((kind) => kind.equals(target))) ?? targets[0]
  }

  [Symbol.iterator](): Iterator<GroupVersion> {
    return this.items[Symbol.iterator]()
  }
}
