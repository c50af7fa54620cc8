import { ageColumn, column, nameColumn } from '../../tables/column.js'
import type { KindTable } from '../../tables/kind-table.js'
import type { CSINode } from '../v1/types.gen.js'

/** How a CSINode is shown. */
export const csiNodeTable: KindTable<CSINode> = {
  columns: [
    nameColumn,
    column('Drivers', 'integer', 'Drivers indicates the number of CSI drivers registered on the node'),
    ageColumn,
  ],
  cells: ({ spec }, { name, age }) => [name, spec?.drivers?.length ?? 0, age],
}
