import type { FieldSet } from '../field-path/field-set.js'
import { fieldsByVersion, type ManagedFields, type VersionedSet } from '../field-path/managed-fields.js'
import { ensureNamedFieldsAreMembers } from '../typed/ensure-named-fields.js'
import type { TypedValue } from '../typed/typed-value.js'
import { convertToVersion } from './convert-to-version.js'
import type { VersionConversion } from './version-conversion.js'
import { inContext } from './wrap-error.js'

/** A merged object, and what is left of it. */
interface Pruning {
  readonly merged: TypedValue
  readonly pruned: TypedValue
}

/** An item without remaining fields becomes `null` in its list. */
const withEmptyItems = { allowInvalidItems: true }

/** Removes from a merged object what its manager applied before and does not apply any more. */
export class Pruner {
  readonly #converter: VersionConversion
  readonly #managers: ManagedFields

  /** @param managers - the current owners, including the manager's new fields. */
  constructor(converter: VersionConversion, managers: ManagedFields) {
    this.#converter = converter
    this.#managers = managers
  }

  /**
   * The object, in the version of `applied`, without the fields and items that the manager owned by `last` and that no manager
   * owns any more. `applied`: what the manager owns now.
   */
  prune(merged: TypedValue, last: VersionedSet | undefined, applied: VersionedSet): TypedValue {
    if (last === undefined || last.set.isEmpty) return merged
    const { apiVersion: version } = applied
    if (this.#isKept(last, applied)) {
      inContext('failed add back owned items', () => requireFields(merged, version))
      return merged
    }
    const inLastVersion = this.#convert(
      merged,
      last.apiVersion,
      'failed to convert merged object to last applied version',
    )
    if (inLastVersion === undefined) return merged
    const pruned = inLastVersion.removeItems(named(last.set, inLastVersion))
    const owned = inContext('failed add back owned items', () =>
      this.#addBackOwned({ merged: inLastVersion, pruned }, last.apiVersion),
    )
    const complete = inContext('failed add back dangling items', () =>
      this.#addBackDangling(inLastVersion, owned, last),
    )
    return this.#converter.convert(complete, version)
  }

  /**
   * Reports whether the manager applies again all that it owned, and nothing has to be converted to know that. All that would be
   * removed would then be restored.
   */
  #isKept(last: VersionedSet, applied: VersionedSet): boolean {
    if (last.apiVersion !== applied.apiVersion) return false
    for (const { apiVersion } of this.#managers.values()) if (apiVersion !== applied.apiVersion) return false
    return last.set.difference(applied.set).isEmpty
  }

  /** Restores removed fields that a manager, including the manager itself, owns. */
  #addBackOwned(pruning: Pruning, prunedVersion: string): TypedValue {
    const managed = fieldsByVersion(this.#managers)
    // The version that was pruned comes first: other versions may need the fields to be converted.
    const versions = [...managed.keys()].sort((a, b) => Number(b === prunedVersion) - Number(a === prunedVersion))
    let current = pruning
    for (const version of versions) current = this.#addBackIn(version, current, managed.get(version)!)
    return current.pruned
  }

  #addBackIn(version: string, { merged, pruned }: Pruning, managed: FieldSet): Pruning {
    const whole = this.#convert(merged, version, `failed to convert merged object at version ${version}`)
    // A version that does not exist any more is ignored.
    if (whole === undefined) return { merged, pruned }
    const rest = this.#convert(pruned, version, `failed to convert pruned object at version ${version}`)
    if (rest === undefined) return { merged: whole, pruned }
    const wholeSet = requireFields(whole, version)
    const restSet = inContext(`failed to create field set from pruned object at version ${version}`, () =>
      rest.toFieldSet(withEmptyItems),
    )
    const kept = named(restSet, whole).union(named(managed, whole))
    return { merged: whole, pruned: whole.removeItems(named(wholeSet, whole).difference(kept)) }
  }

  /** Restores removed fields that the manager did not own: they had no owner, or an updater owns them. */
  #addBackDangling(merged: TypedValue, pruned: TypedValue, last: VersionedSet): TypedValue {
    const rest = this.#convert(pruned, last.apiVersion, 'failed to convert pruned object to last applied version')
    if (rest === undefined) return merged
    const restSet = inContext('failed to create field set from pruned object in last applied version', () =>
      rest.toFieldSet(withEmptyItems),
    )
    const wholeSet = inContext('failed to create field set from merged object in last applied version', () =>
      merged.toFieldSet(),
    )
    const removed = named(wholeSet, merged).difference(named(restSet, merged))
    return merged.removeItems(removed.intersection(named(last.set, merged)))
  }

  #convert(value: TypedValue, version: string, context: string): TypedValue | undefined {
    return convertToVersion(this.#converter, value, { version, context })
  }
}

/** The fields of a merged object. @throws ValidationErrors for values that have none. */
function requireFields(merged: TypedValue, version: string): FieldSet {
  return inContext(`failed to create field set from merged object at version ${version}`, () => merged.toFieldSet())
}

function named(set: FieldSet, { schema, typeRef }: TypedValue): FieldSet {
  return ensureNamedFieldsAreMembers(set, schema, typeRef)
}
