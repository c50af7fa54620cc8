import { ageColumn, column, nameColumn } from '../../tables/column.js'
import type { KindTable } from '../../tables/kind-table.js'
import { structsOf } from '../../validation/go-values.js'
import type { APIService } from '../v1/types.gen.js'

/** How a APIService is shown. */
export const apiServiceTable: KindTable<APIService> = {
  columns: [
    nameColumn,
    column('Service', 'string', 'The reference to the service that hosts this API endpoint.'),
    column('Available', 'string', 'Whether this service is available.'),
    ageColumn,
  ],
  cells: ({ spec, status }, { name, age }) => {
    const { service } = spec ?? {}
    const available = structsOf(status?.conditions).find(({ type }) => type === 'Available')
    const reason = available !== undefined && available.status !== 'True' ? ` (${available.reason ?? ''})` : ''
    const where = service ? `${service.namespace ?? ''}/${service.name ?? ''}` : 'Local'
    return [name, where, available === undefined ? 'Unknown' : (available.status ?? '') + reason, age]
  },
}
