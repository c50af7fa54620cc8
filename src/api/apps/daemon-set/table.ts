import { containerCells, labelsCell, selectorCell } from '../../tables/cells.js'
import { ageColumn, column, nameColumn, wideColumn } from '../../tables/column.js'
import type { KindTable } from '../../tables/kind-table.js'
import type { DaemonSet } from '../v1/types.gen.js'

/** How a DaemonSet is shown. */
export const daemonSetTable: KindTable<DaemonSet> = {
  columns: [
    nameColumn,
    column(
      'Desired',
      'integer',
      'The total number of nodes that should be running the daemon pod (including nodes correctly running the daemon pod). More info: https://kubernetes.io/docs/concepts/workloads/controllers/daemonset/',
    ),
    column(
      'Current',
      'integer',
      'The number of nodes that are running at least 1 daemon pod and are supposed to run the daemon pod. More info: https://kubernetes.io/docs/concepts/workloads/controllers/daemonset/',
    ),
    column(
      'Ready',
      'integer',
      'numberReady is the number of nodes that should be running the daemon pod and have one or more of the daemon pod running with a Ready Condition.',
    ),
    column('Up-to-date', 'integer', 'The total number of nodes that are running updated daemon pod'),
    column(
      'Available',
      'integer',
      'The number of nodes that should be running the daemon pod and have one or more of the daemon pod running and available (ready for at least spec.minReadySeconds)',
    ),
    column(
      'Node Selector',
      'string',
      "NodeSelector is a selector which must be true for the pod to fit on a node. Selector which must match a node's labels for the pod to be scheduled on that node. More info: https://kubernetes.io/docs/concepts/configuration/assign-pod-node/",
    ),
    ageColumn,
    wideColumn('Containers', 'string', 'Names of each container in the template.'),
    wideColumn('Images', 'string', 'Images referenced by each container in the template.'),
    wideColumn(
      'Selector',
      'string',
      "A label query over pods that are managed by the daemon set. Must match in order to be controlled. It must match the pod template's labels. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors",
    ),
  ],
  cells: ({ spec, status }, { name, age }) => {
    const pod = spec?.template?.spec
    return [
      name,
      status?.desiredNumberScheduled ?? 0,
      status?.currentNumberScheduled ?? 0,
      status?.numberReady ?? 0,
      status?.updatedNumberScheduled ?? 0,
      status?.numberAvailable ?? 0,
      labelsCell(pod?.nodeSelector),
      age,
      ...containerCells(pod?.containers),
      selectorCell(spec?.selector),
    ]
  },
}
