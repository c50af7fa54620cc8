import { containerCells, selectorCell } from '../../tables/cells.js'
import { ageColumn, column, nameColumn, wideColumn } from '../../tables/column.js'
import type { KindTable } from '../../tables/kind-table.js'
import type { ReplicaSet } from '../v1/types.gen.js'

/** How a ReplicaSet is shown. */
export const replicaSetTable: KindTable<ReplicaSet> = {
  columns: [
    nameColumn,
    column(
      'Desired',
      'integer',
      'Replicas is the number of desired pods. This is a pointer to distinguish between explicit zero and unspecified. Defaults to 1. More info: https://kubernetes.io/docs/concepts/workloads/controllers/replicaset',
    ),
    column(
      'Current',
      'integer',
      'Replicas is the most recently observed number of non-terminating pods. More info: https://kubernetes.io/docs/concepts/workloads/controllers/replicaset',
    ),
    column(
      'Ready',
      'integer',
      'The number of non-terminating pods targeted by this ReplicaSet with a Ready Condition.',
    ),
    ageColumn,
    wideColumn('Containers', 'string', 'Names of each container in the template.'),
    wideColumn('Images', 'string', 'Images referenced by each container in the template.'),
    wideColumn(
      'Selector',
      'string',
      "Selector is a label query over pods that should match the replica count. Label keys and values that must match in order to be controlled by this replica set. It must match the pod template's labels. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors",
    ),
  ],
  cells: ({ spec, status }, { name, age }) => {
    const counts = [spec?.replicas ?? 0, status?.replicas ?? 0, status?.readyReplicas ?? 0]
    return [name, ...counts, age, ...containerCells(spec?.template?.spec?.containers), selectorCell(spec?.selector)]
  },
}
