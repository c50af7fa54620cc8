import { labelSelectorAsSelector } from '../../../labels/label-selector.js'
import { containerCells } from '../../tables/cells.js'
import { ageColumn, column, nameColumn, wideColumn } from '../../tables/column.js'
import type { KindTable } from '../../tables/kind-table.js'
import type { Deployment } from '../v1/types.gen.js'

/** How a Deployment is shown. */
export const deploymentTable: KindTable<Deployment> = {
  columns: [
    nameColumn,
    column('Ready', 'string', 'Number of the pod with ready state'),
    column(
      'Up-to-date',
      'string',
      'Total number of non-terminating pods targeted by this deployment that have the desired template spec.',
    ),
    column(
      'Available',
      'string',
      'Total number of available non-terminating pods (ready for at least minReadySeconds) targeted by this deployment.',
    ),
    ageColumn,
    wideColumn('Containers', 'string', 'Names of each container in the template.'),
    wideColumn('Images', 'string', 'Images referenced by each container in the template.'),
    wideColumn(
      'Selector',
      'string',
      "Label selector for pods. Existing ReplicaSets whose pods are selected by this will be the ones affected by this deployment. It must match the pod template's labels.",
    ),
  ],
  cells: ({ spec, status }, { name, age }) => {
    const selector = labelSelectorAsSelector(spec?.selector as Parameters<typeof labelSelectorAsSelector>[0])
    return [
      name,
      `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 0}`,
      status?.updatedReplicas ?? 0,
      status?.availableReplicas ?? 0,
      age,
      ...containerCells(spec?.template?.spec?.containers),
      selector.toString(),
    ]
  },
}
