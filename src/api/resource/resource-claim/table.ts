import { ageColumn, column, nameColumn } from '../../tables/column.js'
import type { KindTable } from '../../tables/kind-table.js'
import type { ResourceClaim } from '../v1/types.gen.js'

/** How a ResourceClaim is shown. */
export const resourceClaimTable: KindTable<ResourceClaim> = {
  columns: [
    nameColumn,
    column('State', 'string', 'A summary of the current state (allocated, pending, reserved, etc.).'),
    ageColumn,
  ],
  cells: (claim, { name, age }) => [name, claimState(claim), age],
}

export function claimState({ metadata, status }: ResourceClaim): string {
  const deleted = Boolean(metadata?.deletionTimestamp)
  const states = deleted ? ['deleted'] : []
  if (status?.allocation) {
    states.push('allocated')
    if ((status.reservedFor ?? []).length > 0) states.push('reserved')
  } else if (!deleted) {
    states.push('pending')
  }
  return states.join(',')
}
