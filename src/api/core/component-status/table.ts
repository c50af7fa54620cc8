import { column, nameColumn } from '../../tables/column.js'
import type { KindTable } from '../../tables/kind-table.js'
import { structsOf } from '../../validation/go-values.js'
import type { ComponentStatus } from '../v1/types.gen.js'

/** How a ComponentStatus is shown. */
export const componentStatusTable: KindTable<ComponentStatus> = {
  columns: [
    nameColumn,
    column('Status', 'string', 'Status of the component conditions'),
    column('Message', 'string', 'Message of the component conditions'),
    column('Error', 'string', 'Error of the component conditions'),
  ],
  cells: ({ conditions }, { name }) => {
    const healthy = structsOf(conditions).find(({ type }) => type === 'Healthy')
    const status = healthy === undefined ? 'Unknown' : healthy.status === 'True' ? 'Healthy' : 'Unhealthy'
    return [name, status, healthy?.message ?? '', healthy?.error ?? '']
  },
}
