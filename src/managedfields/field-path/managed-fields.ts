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

/** The union of the fields of all managers, by version. */
export function fieldsByVersion(managed: ManagedFields): Map<string, FieldSet> {
  const byVersion = new Map<string, FieldSet>()
  for (const { apiVersion, set } of managed.values()) {
    byVersion.set(apiVersion, (byVersion.get(apiVersion) ?? new FieldSet()).union(set))
  }
  return byVersion
}
