import type { TableColumnDefinition } from '../../meta/v1/types.gen.js'
import type { KubernetesObject } from '../../runtime/objects/typed-object.js'
import { ageColumn, column, nameColumn } from './column.js'
import type { KindTable } from './kind-table.js'

/** When an object was created, as a time. */
export const createdColumn: TableColumnDefinition = /* @__PURE__ */ column('Created At', 'date', ageColumn.description)

/** A creation time that is not known is Go's zero. */
export function createdCell(creationTimestamp: string): string {
  return creationTimestamp === '' ? '0001-01-01T00:00:00Z' : creationTimestamp
}

/** Of kinds without a table of their own. */
export const plainTable: KindTable<KubernetesObject> = {
  columns: [nameColumn, createdColumn],
  cells: (_object, { name, creationTimestamp }) => [name, createdCell(creationTimestamp)],
}
