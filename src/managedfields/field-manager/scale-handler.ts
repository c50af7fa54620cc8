import type { JSONObject, JSONValue } from '../../json/json-value.js'
import type { GroupVersion } from '../../schema/group-version.js'
import { FieldSet } from '../field-path/field-set.js'
import { type ManagedFields, VersionedSet } from '../field-path/managed-fields.js'
import { makePath, type Path } from '../field-path/path.js'
import { decodeManagedFields, encodeManagedFields, type Managed, type ManagedFieldsEntry } from './managed.js'

/** API version → path of the replicas in the resource; `undefined` for versions without a scale subresource. */
export type ResourcePathMappings = ReadonlyMap<string, Path | undefined>

type Entries = JSONValue | readonly ManagedFieldsEntry[] | undefined

const scaleVersion = 'autoscaling/v1'

/** Converts managed fields between a resource and its scale subresource, which share one field: the replicas. */
export class ScaleHandler {
  readonly #parent: Managed
  readonly #groupVersion: string
  readonly #mappings: ResourcePathMappings
  readonly #replicas: Path = makePath('spec', 'replicas')

  /** @throws MachineryError `InvalidManagedFields`. */
  constructor(parentEntries: Entries, groupVersion: GroupVersion, mappings: ResourcePathMappings) {
    this.#parent = decodeManagedFields(parentEntries)
    this.#groupVersion = groupVersion.toString()
    this.#mappings = mappings
  }

  /** The entries of the managers that own the replicas, as fields of the scale subresource. */
  toSubresource(): JSONObject[] | undefined {
    const fields: ManagedFields = new Map()
    const times = new Map<string, string>()
    for (const [manager, owned] of this.#parent.fields) {
      const path = this.#mappings.get(owned.apiVersion)
      if (path === undefined || !owned.set.has(path)) continue
      fields.set(manager, new VersionedSet(FieldSet.of(this.#replicas), scaleVersion, owned.applied))
      this.#keepTime(times, manager)
    }
    return encodeManagedFields({ fields, times })
  }

  /**
   * The entries of the resource after a request to the scale subresource resulted in `scaleEntries`.
   *
   * @throws MachineryError `InvalidManagedFields`.
   */
  toParent(scaleEntries: Entries): JSONObject[] | undefined {
    const scale = decodeManagedFields(scaleEntries)
    const rest = new Map(scale.fields)
    const fields: ManagedFields = new Map()
    const times = new Map<string, string>()
    for (const [manager, owned] of this.#parent.fields) {
      // Entries of unknown versions are dropped.
      if (!this.#mappings.has(owned.apiVersion)) continue
      const kept = this.#keptByParent(owned, rest.has(manager))
      if (this.#ownsReplicas(owned)) rest.delete(manager)
      if (kept === undefined) continue
      fields.set(manager, kept)
      this.#keepTime(times, manager)
    }
    for (const [manager, owned] of rest) {
      if (!owned.set.has(this.#replicas)) continue
      const path = this.#mappings.get(this.#groupVersion) ?? []
      fields.set(manager, new VersionedSet(FieldSet.of(path), this.#groupVersion, owned.applied))
      this.#keepTime(times, manager)
    }
    return encodeManagedFields({ fields, times })
  }

  #ownsReplicas(owned: VersionedSet): boolean {
    const path = this.#mappings.get(owned.apiVersion)
    return path !== undefined && owned.set.has(path)
  }

  /**
   * The fields that an entry of the resource still owns; the replicas are removed if the subresource gave them to another
   * manager.
   */
  #keptByParent(owned: VersionedSet, inScale: boolean): VersionedSet | undefined {
    if (inScale || !this.#ownsReplicas(owned)) return owned
    const set = owned.set.difference(FieldSet.of(this.#mappings.get(owned.apiVersion)!))
    return set.isEmpty ? undefined : owned.withSet(set)
  }

  #keepTime(times: Map<string, string>, manager: string): void {
    const time = this.#parent.times.get(manager)
    if (time !== undefined) times.set(manager, time)
  }
}
