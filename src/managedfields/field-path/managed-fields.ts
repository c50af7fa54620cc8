import { FieldSet } from './field-set.js'

/** The fields of a manager, in the version in which it set them. */
export class VersionedSet {
  readonly set: FieldSet
  /** Group and version, such as `apps/v1`. */
  readonly apiVersion: string
  /** The fields were applied, not written by an update. */
  readonly applied: boolean

  constructor(set: FieldSet, apiVersion: string, applied: boolean) {
    this.set = set
    this.apiVersion = apiVersion
    this.applied = applied
  }

  /** The same manager with other fields. */
  withSet(set: FieldSet): VersionedSet {
    return new VersionedSet(set, this.apiVersion, this.applied)
  }
}

/** Manager → what it owns. */
export type ManagedFields = Map<string, VersionedSet>

/** Reports whether two records of managers hold the same managers with the same fields. */
export function equalManagedFields(a: ManagedFields, b: ManagedFields): boolean {
  if (a.size !== b.size) return false
  for (const [manager, left] of a) {
    const right = b.get(manager)
    if (right === undefined || left.apiVersion !== right.apiVersion || left.applied !== right.applied) return false
    if (!left.set.equals(right.set)) return false
  }
  return true
}

/**
 * The symmetric difference of each manager's fields, without managers that do not differ. If the versions differ, the whole
 * right side is the difference.
 */
export function differenceOfManagedFields(a: ManagedFields, b: ManagedFields): ManagedFields {
  const difference: ManagedFields = new Map()
  for (const [manager, left] of a) {
    const right = b.get(manager)
    if (right === undefined) {
      if (!left.set.isEmpty) difference.set(manager, left)
    } else if (left.apiVersion !== right.apiVersion) {
      difference.set(manager, right)
    } else {
      const set = left.set.difference(right.set).union(right.set.difference(left.set))
      if (!set.isEmpty) difference.set(manager, new VersionedSet(set, right.apiVersion, false))
    }
  }
  for (const [manager, right] of b) {
    if (!a.has(manager) && !right.set.isEmpty) difference.set(manager, right)
  }
  return difference
}

/** The union of the fields of all managers, by version. */
export function fieldsByVersion(managed: ManagedFields): Map<string, FieldSet> {
  const byVersion = new Map<string, FieldSet>()
  for (const { apiVersion, set } of managed.values()) {
    byVersion.set(apiVersion, (byVersion.get(apiVersion) ?? new FieldSet()).union(set))
  }
  return byVersion
}
