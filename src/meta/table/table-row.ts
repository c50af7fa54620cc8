import { isMachineryError } from '../../errors/machinery-error.js'
import type { JSONValue } from '../../json/json-value.js'
import { getCreationTimestamp } from '../../runtime/objects/object-accessors.js'
import type { KubernetesObject } from '../../runtime/objects/typed-object.js'
import { canonicalTime } from '../../scalar/time.js'
import { accessor } from '../accessor.js'
import { eachListItem, isListType } from '../list.js'
import { asPartialObjectMetadata } from '../partial-object-metadata.js'
import type { TableRow } from '../v1/types.gen.js'
import { humanAge } from './human-age.js'

/** The content of a row besides its cells. */
export interface TableRowOptions {
  /**
   * The part of its object that a row includes: its metadata (the default), nothing, or all of it, shared with the object.
   */
  readonly includeObject?: 'Metadata' | 'None' | 'Object'
  /** Clock for ages. Default: now. */
  readonly now?: Date
}

/** The columns that most tables have. */
export interface RowFacts {
  readonly name: string
  /** RFC 3339 in UTC; empty if the object has none, or an invalid one. */
  readonly creationTimestamp: string
  /** The age of the object, as text. */
  readonly age: string
  readonly now: Date
}

/**
 * Rows for an object, or for each item of a list, with the cells of `cellsOf`.
 *
 * @throws MachineryError `NotAnObject` for kinds without object metadata.
 */
export function metaToTableRow(
  object: KubernetesObject,
  options: TableRowOptions,
  cellsOf: (object: KubernetesObject, facts: RowFacts) => JSONValue[],
): TableRow[] {
  const { includeObject = 'Metadata', now = new Date() } = options
  const rows: TableRow[] = []
  const addRow = (item: KubernetesObject) => {
    const { name } = accessor(item)
    const creationTimestamp = timeOf(getCreationTimestamp(item))
    const cells = cellsOf(item, { name, creationTimestamp, age: humanAge(creationTimestamp, now), now })
    if (includeObject === 'None') rows.push({ cells })
    else rows.push({ cells, object: includeObject === 'Object' ? item : asPartialObjectMetadata(item) })
  }
  if (isListType(object)) eachListItem(object, addRow)
  else addRow(object)
  return rows
}

function timeOf(text: string): string {
  try {
    return text === '' ? '' : (canonicalTime(text) ?? '')
  } catch (error) {
    if (isMachineryError(error, 'InvalidTime')) return ''
    throw error
  }
}
