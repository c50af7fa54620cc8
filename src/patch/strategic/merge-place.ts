import type { JSONMap } from '../json-map.js'
import type { LookupPatchMeta } from '../patch-meta.js'

/** How a merge treats directives and nulls. */
export interface MergeOptions {
  /** Follow `$deleteFromPrimitiveList`, `$setElementOrder` and `$retainKeys`; otherwise keep them, as for another patch. */
  readonly mergeParallelList: boolean
  /** Leave out nulls for which there is nothing to delete. */
  readonly ignoreUnmatchedNulls: boolean
}

/** A place where two maps meet. */
export interface MergePlace {
  readonly schema: LookupPatchMeta
  readonly options: MergeOptions
}

/** A place where two merged lists meet. */
export interface ListMergePlace extends MergePlace {
  /** `merge`, `replace` or empty. */
  readonly strategy: string
  readonly mergeKey: string
  /** The patch list is a `$deleteFromPrimitiveList`. */
  readonly isDeletionList: boolean
  /** Merges two elements. */
  readonly mergeMap: (original: JSONMap, patch: JSONMap, place: MergePlace) => JSONMap
}
