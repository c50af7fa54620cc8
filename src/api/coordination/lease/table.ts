import { ageColumn, column, nameColumn } from '../../tables/column.js'
import type { KindTable } from '../../tables/kind-table.js'
import type { Lease } from '../v1/types.gen.js'

/** How a Lease is shown. */
export const leaseTable: KindTable<Lease> = {
  columns: [
    nameColumn,
    column(
      'Holder',
      'string',
      'holderIdentity contains the identity of the holder of a current lease. If Coordinated Leader Election is used, the holder identity must be equal to the elected LeaseCandidate.metadata.name field.',
    ),
    ageColumn,
  ],
  cells: ({ spec }, { name, age }) => [name, spec?.holderIdentity ?? '', age],
}
