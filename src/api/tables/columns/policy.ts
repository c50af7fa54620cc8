import { ageColumn, column, nameColumn, type TableColumns } from '../column.js'

/** Columns of the kinds of `policy`. Source: answers of kube-apiserver 1.36. */
export const policyColumns: TableColumns = {
  PodDisruptionBudget: [
    nameColumn,
    column('Min Available', 'string', 'The minimum number of pods that must be available.'),
    column('Max Unavailable', 'string', 'The maximum number of pods that may be unavailable.'),
    column('Allowed Disruptions', 'integer', 'Calculated number of pods that may be disrupted at this time.'),
    ageColumn,
  ],
}
