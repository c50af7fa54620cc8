import { MachineryError } from '../../errors/machinery-error.js'
import { GroupVersion } from '../../schema/group-version.js'
import { apiVersionInternal } from '../objects/internal-version.js'

/** The versions that are registered in a scheme, and the order of preference in each group. Part of Scheme. */
export class VersionPriority {
  readonly #observed: GroupVersion[] = []
  readonly #order = new Map<string, readonly GroupVersion[]>()

  /** External versions in the order of their first registration. */
  get observed(): readonly GroupVersion[] {
    return this.#observed
  }

  observe({ group, version }: { readonly group: string; readonly version: string }): void {
    if (version === '' || version === apiVersionInternal) return
    const gv = new GroupVersion(group, version)
    if (!this.hasVersion(gv)) this.#observed.push(gv)
  }

  /** Replaces the order of one group. @throws {@link MachineryError} `InvalidVersionPriority`. */
  set(versions: readonly GroupVersion[]): void {
    for (const gv of versions) {
      if (gv.version !== '' && gv.version !== apiVersionInternal) continue
      throw new MachineryError('InvalidVersionPriority', `internal versions cannot be prioritized: ${gv}`)
    }
    const groups = [...new Set(versions.map((gv) => gv.group))].sort()
    const [group] = groups
    if (group === undefined || groups.length > 1) {
      const message = `must register versions for exactly one group: ${groups.join(', ')}`
      throw new MachineryError('InvalidVersionPriority', message)
    }
    this.#order.set(group, [...versions])
  }

  forGroup(group: string): GroupVersion[] {
    return distinct([...(this.#order.get(group) ?? []), ...this.#observed.filter((gv) => gv.group === group)])
  }

  allGroups(): GroupVersion[] {
    return distinct([...[...this.#order.values()].flat(), ...this.#observed])
  }

  /** The most preferred version of every group. */
  preferred(): GroupVersion[] {
    const byGroup = new Map<string, GroupVersion>()
    for (const gv of this.allGroups()) if (!byGroup.has(gv.group)) byGroup.set(gv.group, gv)
    return [...byGroup.values()]
  }

  hasGroup(group: string): boolean {
    return this.#observed.some((gv) => gv.group === group)
  }

  hasVersion(version: GroupVersion): boolean {
    return this.#observed.some((gv) => gv.equals(version))
  }
}

function distinct(versions: readonly GroupVersion[]): GroupVersion[] {
  return [...new Map(versions.map((gv) => [gv.toString(), gv])).values()]
}
