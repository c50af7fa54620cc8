import { ageColumn, column, nameColumn } from '../../tables/column.js'
import type { KindTable } from '../../tables/kind-table.js'
import type { Namespace } from '../v1/types.gen.js'

/** How a Namespace is shown. */
export const namespaceTable: KindTable<Namespace> = {
  columns: [nameColumn, column('Status', 'string', 'The status of the namespace'), ageColumn],
  cells: ({ status }, { name, age }) => [name, status?.phase ?? '', age],
}
