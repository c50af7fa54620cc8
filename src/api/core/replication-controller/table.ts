import { containerCells, labelsCell } from '../../tables/cells.js'
import { ageColumn, column, nameColumn, wideColumn } from '../../tables/column.js'
import type { KindTable } from '../../tables/kind-table.js'
import type { ReplicationController } from '../v1/types.gen.js'

/** How a ReplicationController is shown. */
export const replicationControllerTable: KindTable<ReplicationController> = {
  columns: [
    nameColumn,
    column(
      'Desired',
      'integer',
      'Replicas is the number of desired replicas. This is a pointer to distinguish between explicit zero and unspecified. Defaults to 1. More info: https://kubernetes.io/docs/concepts/workloads/controllers/replicationcontroller#what-is-a-replicationcontroller',
    ),
    column(
      'Current',
      'integer',
      'Replicas is the most recently observed number of replicas. More info: https://kubernetes.io/docs/concepts/workloads/controllers/replicationcontroller#what-is-a-replicationcontroller',
    ),
    column('Ready', 'integer', 'The number of ready replicas for this replication controller.'),
    ageColumn,
    wideColumn('Containers', 'string', 'Names of each container in the template.'),
    wideColumn('Images', 'string', 'Images referenced by each container in the template.'),
    wideColumn(
      'Selector',
      'string',
      'Selector is a label query over pods that should match the Replicas count. If Selector is empty, it is defaulted to the labels present on the Pod template. Label keys and values that must match in order to be controlled by this replication controller, if empty defaulted to labels on Pod template. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors',
    ),
  ],
  cells: ({ spec, status }, { name, age }) => {
    const counts = [spec?.replicas ?? 0, status?.replicas ?? 0, status?.readyReplicas ?? 0]
    return [name, ...counts, age, ...containerCells(spec?.template?.spec?.containers), labelsCell(spec?.selector)]
  },
}
