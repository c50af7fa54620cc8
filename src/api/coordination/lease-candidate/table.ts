import { ageColumn, column, nameColumn } from '../../tables/column.js'
import type { KindTable } from '../../tables/kind-table.js'
import type { LeaseCandidate } from '../v1beta1/types.gen.js'

/** How a LeaseCandidate is shown. */
export const leaseCandidateTable: KindTable<LeaseCandidate> = {
  columns: [
    nameColumn,
    column(
      'LeaseName',
      'string',
      'leaseName is the name of the lease for which this candidate is contending. This field is immutable.',
    ),
    column('BinaryVersion', 'string', ''),
    column('EmulationVersion', 'string', ''),
    ageColumn,
  ],
  cells: ({ spec }, { name, age }) => [
    name,
    spec?.leaseName ?? '',
    spec?.binaryVersion ?? '',
    spec?.emulationVersion ?? '',
    age,
  ],
}
