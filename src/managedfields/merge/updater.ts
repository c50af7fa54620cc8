import { MachineryError } from '../../errors/machinery-error.js'
import { FieldSet } from '../field-path/field-set.js'
import { type FieldSetFilter, newExcludeSetFilter } from '../field-path/filter.js'
import { type ManagedFields, VersionedSet } from '../field-path/managed-fields.js'
import { equalValues } from '../field-path/value.js'
import type { Comparison } from '../typed/comparison.js'
import type { TypedValue } from '../typed/typed-value.js'
import { conflictsFromManagers } from './conflicts.js'
import { convertToVersion } from './convert-to-version.js'
import { Pruner } from './pruner.js'
import type { VersionConversion } from './version-conversion.js'
import { inContext } from './wrap-error.js'

/** How an {@link Updater} works. */
export interface UpdaterOptions {
  readonly converter: VersionConversion
  /** Fields that cannot be owned, by API version. Excludes `ignoreFilter`. */
  readonly ignoredFields?: ReadonlyMap<string, FieldSet>
  /** Filters for field sets, by API version. */
  readonly ignoreFilter?: ReadonlyMap<string, FieldSetFilter>
  /** Returns the merged object even if nothing changed. */
  readonly returnInputOnNoop?: boolean
}

/** The manager of a change, its version, and the previous owners. */
export interface Requester {
  readonly version: string
  readonly manager: string
  readonly managers: ManagedFields
}

/** An object that was changed already. */
export interface UpdaterUpdate extends Requester {
  /** The object before; empty for a create. */
  readonly live: TypedValue
  readonly next: TypedValue
}

/** A configuration that is to be applied. */
export interface UpdaterApply extends Requester {
  readonly live: TypedValue
  readonly config: TypedValue
  /** Takes what others own away from them. */
  readonly force: boolean
}

/** A change whose effect on the managers is to be worked out. */
interface OwnershipChange extends Requester {
  readonly before: TypedValue
  readonly after: TypedValue
  readonly force: boolean
}

/** The managers after a change. */
export interface Updated {
  readonly object: TypedValue
  readonly managers: ManagedFields
}

/** The managers after applying; `object` is absent when nothing changed. */
export interface Applied {
  readonly object: TypedValue | undefined
  readonly managers: ManagedFields
}

/** Computes the owners of fields, and merges applied configurations. Managers passed to it are not changed. */
export class Updater {
  readonly #converter: VersionConversion
  readonly #filters: ReadonlyMap<string, FieldSetFilter>
  readonly #returnInputOnNoop: boolean

  /** @throws MachineryError `InvalidOptions` when both kinds of ignoring are given. */
  constructor(options: UpdaterOptions) {
    if (options.ignoredFields !== undefined && options.ignoreFilter !== undefined) {
      throw new MachineryError('InvalidOptions', 'ignoredFields and ignoreFilter may not both be set')
    }
    this.#converter = options.converter
    this.#returnInputOnNoop = options.returnInputOnNoop === true
    const excluded = [...(options.ignoredFields ?? [])].map(
      ([version, set]) => [version, newExcludeSetFilter(set)] as const,
    )
    this.#filters = options.ignoreFilter ?? new Map(excluded)
  }

  /** The owners after `manager` replaced `live` by `next`. */
  update({ live, next, version, manager, managers }: UpdaterUpdate): Updated {
    const current = this.#reconcile(live, managers)
    const comparison = this.#take({ before: live, after: next, managers: current, version, manager, force: true })
    const mine = current.get(manager)?.set ?? new FieldSet()
    const all = mine.difference(comparison.removed).union(comparison.modified).union(comparison.added)
    const set = this.#filtered(all, version)
    if (set.isEmpty) current.delete(manager)
    else current.set(manager, new VersionedSet(set, version, false))
    return { object: next, managers: current }
  }

  /**
   * Merges `config` into `live` and makes `manager` the owner of its fields; removes what the manager applied last time,
   * does not apply any more, and no other manager owns.
   *
   * @throws Conflicts if other managers own changed fields and `force` is not set.
   */
  apply({ live, config, version, manager, managers, force }: UpdaterApply): Applied {
    const current = this.#reconcile(live, managers)
    const merged = inContext('failed to merge config', () => live.merge(config))
    const last = current.get(manager)
    const all = inContext('failed to get field set', () => config.toFieldSet())
    const applied = new VersionedSet(this.#filtered(all, version), version, true)
    current.set(manager, applied)
    const pruner = new Pruner(this.#converter, current)
    const object = inContext('failed to prune fields', () => pruner.prune(merged, last, applied))
    this.#take({ before: live, after: object, managers: current, version, manager, force })
    const same = !this.#returnInputOnNoop && equalValues(live.value, object.value)
    return { object: same ? undefined : object, managers: current }
  }

  #filtered(set: FieldSet, version: string): FieldSet {
    return this.#filters.get(version)?.filter(set) ?? set
  }

  /** Removes changed fields from all managers but the requester, and returns the changes in the requester's version. */
  #take({ before, after, managers, ...by }: OwnershipChange): Comparison {
    const comparisons = new Map([[by.version, this.#compare(before, after, by.version)]])
    const conflicts: ManagedFields = new Map()
    const removed: ManagedFields = new Map()
    for (const [manager, owned] of managers) {
      if (manager === by.manager) continue
      const { apiVersion } = owned
      let comparison = comparisons.get(apiVersion)
      if (comparison === undefined) {
        comparison = this.#compareIn(apiVersion, before, after)
        if (comparison === undefined) {
          managers.delete(manager)
          continue
        }
        comparisons.set(apiVersion, comparison)
      }
      const contested = owned.set.intersection(comparison.modified.union(comparison.added))
      if (!contested.isEmpty) conflicts.set(manager, new VersionedSet(contested, apiVersion, false))
      if (!comparison.removed.isEmpty) removed.set(manager, new VersionedSet(comparison.removed, apiVersion, false))
    }
    if (!by.force && conflicts.size > 0) throw conflictsFromManagers(conflicts)
    for (const lost of [conflicts, removed]) subtract(managers, lost)
    return comparisons.get(by.version)!
  }

  #compare(before: TypedValue, after: TypedValue, version: string): Comparison {
    const comparison = inContext('failed to compare objects', () => before.compare(after))
    return comparison.filterFields(this.#filters.get(version))
  }

  /** The comparison in another version; `undefined` when that version does not exist any more. */
  #compareIn(version: string, before: TypedValue, after: TypedValue): Comparison | undefined {
    const old = this.#convert(before, version, 'failed to convert old object')
    const next = old && this.#convert(after, version, 'failed to convert new object')
    return old && next && this.#compare(old, next, version)
  }

  #convert(value: TypedValue, version: string, context: string): TypedValue | undefined {
    return convertToVersion(this.#converter, value, { version, context })
  }

  /**
   * The managers, with their fields adjusted to the current schemas; those of versions that do not exist any more are
   * omitted.
   */
  #reconcile(live: TypedValue, managers: ManagedFields): ManagedFields {
    const result: ManagedFields = new Map()
    for (const [manager, owned] of managers) {
      let versioned: TypedValue
      try {
        versioned = this.#converter.convert(live, owned.apiVersion)
      } catch (error) {
        if (this.#converter.isMissingVersionError(error)) continue
        throw error
      }
      const reconciled = versioned.reconcileFieldSet(owned.set)
      result.set(manager, reconciled === undefined ? owned : owned.withSet(reconciled))
    }
    return result
  }
}

/** Takes fields away from managers, and managers without fields out. */
function subtract(managers: ManagedFields, lost: ManagedFields): void {
  for (const [manager, { set }] of lost) {
    const owned = managers.get(manager)
    if (owned !== undefined) managers.set(manager, owned.withSet(owned.set.difference(set)))
  }
  for (const [manager, { set }] of managers) if (set.isEmpty) managers.delete(manager)
}
