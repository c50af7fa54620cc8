import { ageColumn, column, nameColumn } from '../../tables/column.js'
import type { KindTable } from '../../tables/kind-table.js'
import type { Scale } from '../v1/types.gen.js'

/** How a Scale is shown. */
export const scaleTable: KindTable<Scale> = {
  columns: [
    column('Name', 'string', nameColumn.description),
    column('Desired', 'integer', 'replicas is the desired number of instances for the scaled object.'),
    column('Available', 'integer', 'replicas is the actual number of observed instances of the scaled object.'),
    ageColumn,
  ],
  cells: ({ spec, status }, { name, age }) => [name, spec?.replicas ?? 0, status?.replicas ?? 0, age],
}
