import { ageColumn, column, nameColumn } from '../../tables/column.js'
import type { KindTable } from '../../tables/kind-table.js'
import type { RuntimeClass } from '../v1/types.gen.js'

/** How a RuntimeClass is shown. */
export const runtimeClassTable: KindTable<RuntimeClass> = {
  columns: [nameColumn, column('Handler', 'string', ''), ageColumn],
  cells: ({ handler }, { name, age }) => [name, handler ?? '', age],
}
