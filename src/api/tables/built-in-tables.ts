import { eachListItem, isListType } from '../../meta/list.js'
import { listMetaOf } from '../../meta/partial-object-metadata.js'
import type { TableConvertor } from '../../meta/table/table-convertor.js'
import { metaToTableRow } from '../../meta/table/table-row.js'
import { Table, type TableColumnDefinition } from '../../meta/v1/types.gen.js'
import { getResourceVersion } from '../../runtime/objects/object-accessors.js'
import type { KubernetesObject } from '../../runtime/objects/typed-object.js'
import { tables } from '../kinds.gen.js'
import { newestRelease, type Release } from '../releases/release.js'
import { earlierTexts } from './earlier-texts.gen.js'
import type { KindTable, KindTableByRelease } from './kind-table.js'
import { plainTable } from './plain-table.js'

/** A kind whose table is asked for. */
export interface ShownKind {
  readonly group: string
  readonly kind: string
  /** The release that shows it. Default: the newest. */
  readonly release?: Release | undefined
}

/**
 * The table of a built-in kind as an API server makes it for `kubectl get`: name and creation time if the kind has no
 * columns of its own. Objects are of the kind's hub version: the newest stable one. An Event of `events.k8s.io` is one of
 * the core group.
 */
export async function builtInTableConvertor({
  group,
  kind,
  release = newestRelease,
}: ShownKind): Promise<TableConvertor> {
  const ofGroup = Object.hasOwn(tables, group) ? tables[group] : undefined
  const table = ofGroup !== undefined && Object.hasOwn(ofGroup, kind) ? await ofGroup[kind]?.() : undefined
  const shown = (table ?? plainTable) as KindTable<KubernetesObject> | KindTableByRelease<KubernetesObject>
  return convertorOf(ofRelease(typeof shown === 'function' ? shown(release) : shown, release))
}

/** The table with what its columns said in the release. */
function ofRelease(table: KindTable<KubernetesObject>, release: Release): KindTable<KubernetesObject> {
  if (release === newestRelease) return table
  return { ...table, columns: table.columns.map((column) => columnOf(column, release)) }
}

function columnOf(column: TableColumnDefinition, { minor }: Release): TableColumnDefinition {
  const { name, description } = column
  const row = earlierTexts.find(([until, ...words]) => minor <= until && words[0] === name && words[1] === description)
  return row === undefined ? column : { ...column, description: row[3] }
}

function convertorOf(table: KindTable<KubernetesObject>): TableConvertor {
  return {
    convertToTable(object, options = {}) {
      const conditions: Table['rows'][number]['conditions'][] = []
      if (table.conditions !== undefined) {
        const add = (item: KubernetesObject): void => void conditions.push(table.conditions?.(item))
        if (isListType(object)) eachListItem(object, add)
        else add(object)
      }
      const cellsOf = isListType(object) ? cellsInList(table, object) : table.cells
      const rows = metaToTableRow(object, options, cellsOf)
      for (const [index, row] of rows.entries()) {
        const found = conditions[index] ?? []
        if (found.length > 0) row.conditions = found
      }
      const version = getResourceVersion(object)
      const metadata = isListType(object) ? listMetaOf(object) : version === '' ? {} : { resourceVersion: version }
      return new Table({ metadata, columnDefinitions: options.noHeaders === true ? [] : [...table.columns], rows })
    },
  }
}

/** Some cells tell how an object stands among the others. */
function cellsInList(table: KindTable<KubernetesObject>, list: KubernetesObject): KindTable<KubernetesObject>['cells'] {
  if (table.cellsOfList === undefined) return table.cells
  const items: KubernetesObject[] = []
  eachListItem(list, (item) => void items.push(item))
  return table.cellsOfList(items)
}
