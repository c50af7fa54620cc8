import { ageColumn, column, nameColumn, type TableColumns } from '../column.js'

/** Columns of the kinds of `coordination.k8s.io`. Source: answers of kube-apiserver 1.36. */
export const coordinationColumns: TableColumns = {
  Lease: [
    nameColumn,
    column(
      'Holder',
      'string',
      'holderIdentity contains the identity of the holder of a current lease. If Coordinated Leader Election is used, the holder identity must be equal to the elected LeaseCandidate.metadata.name field.',
    ),
    ageColumn,
  ],
  LeaseCandidate: [
    nameColumn,
    column(
      'LeaseName',
      'string',
      'LeaseName is the name of the lease for which this candidate is contending. This field is immutable.',
    ),
    column('BinaryVersion', 'string', ''),
    column('EmulationVersion', 'string', ''),
    ageColumn,
  ],
}
