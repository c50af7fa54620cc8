import { goText } from './go-text.js'
import { patchError } from './patch-error.js'

/** How a field is patched. */
export interface PatchMeta {
  /** Such as `merge`, `replace`, `retainKeys`; at most two. */
  readonly patchStrategies: readonly string[]
  /** The member that identifies the elements of a list of maps; empty if there is none. */
  readonly patchMergeKey: string
}

/** A field and what lies below it. */
export interface PatchField {
  readonly subschema: LookupPatchMeta
  readonly patchMeta: PatchMeta
}

/** The fields of one type, as a strategic merge patch needs them. */
export interface LookupPatchMeta {
  /** Name of the type, for messages. */
  readonly name: string
  /**
   * How the field of a struct is merged.
   *
   * @throws MachineryError `PatchFieldNotFound` or `PatchFieldType`.
   */
  lookupPatchMetadataForStruct(key: string): PatchField
  /** As above for a list; the subschema is that of its elements. */
  lookupPatchMetadataForSlice(key: string): PatchField
}

/** The effect of {@link PatchMeta.patchStrategies}. */
export interface FieldStrategy {
  readonly retainKeys: boolean
  /** `merge`, `replace` or empty. */
  readonly strategy: string
}

const retainKeys = 'retainKeys'
const nothing: FieldStrategy = { retainKeys: false, strategy: '' }
const merging: FieldStrategy = { retainKeys: false, strategy: 'merge' }

/** Splits strategies into `retainKeys` and the other one. @throws MachineryError `BadPatchStrategy`. */
export function fieldStrategy({ patchStrategies }: PatchMeta): FieldStrategy {
  const [first, second] = patchStrategies
  if (first === undefined) return nothing
  if (second === undefined) {
    if (first === '') return nothing
    if (first === merging.strategy) return merging
    return first === retainKeys ? { retainKeys: true, strategy: '' } : { retainKeys: false, strategy: first }
  }
  if (patchStrategies.length === 2 && first === retainKeys) return { retainKeys: true, strategy: second }
  if (patchStrategies.length === 2 && second === retainKeys) return { retainKeys: true, strategy: first }
  throw patchError('BadPatchStrategy', `unexpected patch strategy: ${goText(patchStrategies)}`)
}
