import type { RowFacts } from '../../../meta/table/table-row.js'
import { ageCell } from '../../tables/cells.js'
import { column, nameColumn } from '../../tables/column.js'
import type { KindTable } from '../../tables/kind-table.js'
import { structsOf } from '../../validation/go-values.js'
import type { ResourcePoolStatusRequest } from '../v1alpha3/types.gen.js'

/** How a ResourcePoolStatusRequest is shown. */
export const resourcePoolStatusRequestTable: KindTable<ResourcePoolStatusRequest> = {
  columns: [
    nameColumn,
    column('Driver', 'string', 'The driver to query pools for.'),
    column('Total', 'string', 'Total number of devices across all pools.'),
    column('Available', 'string', 'Number of available devices across all pools.'),
    column('Allocated', 'string', 'Number of allocated devices across all pools.'),
    column('Unavailable', 'string', 'Number of unavailable devices across all pools.'),
    column('Errors', 'string', 'Number of pools with validation errors.'),
    column('Pools', 'integer', 'Total number of matching pools.'),
    column('Status', 'string', 'Processing status.'),
    column('Completed', 'string', 'Time since the observation completed.'),
  ],
  cells: poolCells,
}

function poolCells({ spec, status }: ResourcePoolStatusRequest, facts: RowFacts): (string | number)[] {
  const pools = structsOf(status?.pools)
  const sum = (of: (pool: (typeof pools)[number]) => number | undefined): string =>
    String(pools.reduce((total, pool) => total + (of(pool) ?? 0), 0))
  const complete = structsOf(status?.conditions).find(({ type }) => type === 'Complete')
  const failed = structsOf(status?.conditions).find(({ type }) => type === 'Failed')
  const count = status?.poolCount ?? 0
  const state =
    complete?.status === 'True'
      ? `Complete (${pools.length}/${count} pools)`
      : failed?.status === 'True'
        ? 'Failed'
        : 'Pending'
  const errors = pools.filter(({ validationError }) => Boolean(validationError)).length
  return [
    facts.name,
    spec?.driver ?? '',
    sum(({ totalDevices }) => totalDevices),
    sum(({ availableDevices }) => availableDevices),
    sum(({ allocatedDevices }) => allocatedDevices),
    sum(({ unavailableDevices }) => unavailableDevices),
    String(errors),
    count,
    state,
    complete === undefined ? '' : ageCell(complete.lastTransitionTime, facts),
  ]
}
