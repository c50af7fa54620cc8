import type { GroupVersion, GroupVersionKind } from './identifiers.js'

/** A list of wanted group versions, most wanted first. Immutable; it is a GroupVersioner. */
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
   * Picks the kind to use out of `kinds`: of what each wanted version would choose, the first that stands in `kinds` as it
   * is, else the first; `undefined` when no group matches.
   */
  kindForGroupVersionKinds(kinds: readonly GroupVersionKind[]): GroupVersionKind | undefined {
    const targets = this.items.flatMap((groupVersion) => groupVersion.kindForGroupVersionKinds(kinds) ?? [])
    return targets.find((target) => kinds.some((kind) => kind.equals(target))) ?? targets[0]
  }

  [Symbol.iterator](): Iterator<GroupVersion> {
    return this.items[Symbol.iterator]()
  }
}
