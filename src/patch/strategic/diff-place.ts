import type { JSONMap } from '../json-map.js'
import type { LookupPatchMeta } from '../patch-meta.js'

/** What a diff computes. */
export interface DiffOptions {
  /** Write `$setElementOrder` lists. */
  readonly setElementOrder: boolean
  readonly ignoreChangesAndAdditions: boolean
  readonly ignoreDeletions: boolean
}

/** A place where two documents are compared. */
export interface DiffPlace {
  readonly schema: LookupPatchMeta
  readonly options: DiffOptions
  /** Write `$retainKeys` for the map itself. */
  readonly retainKeys: boolean
}

/** A place where two merged lists are compared. */
export interface ListDiffPlace extends DiffPlace {
  readonly mergeKey: string
  /** Compares two elements. */
  readonly diffMaps: (original: JSONMap, modified: JSONMap, place: DiffPlace) => JSONMap
}
