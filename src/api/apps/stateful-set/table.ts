import { containerCells } from '../../tables/cells.js'
import { ageColumn, column, nameColumn, wideColumn } from '../../tables/column.js'
import type { KindTable } from '../../tables/kind-table.js'
import type { StatefulSet } from '../v1/types.gen.js'

/** How a StatefulSet is shown. */
export const statefulSetTable: KindTable<StatefulSet> = {
  columns: [
    nameColumn,
    column('Ready', 'string', 'Number of the pod with ready state'),
    ageColumn,
    wideColumn('Containers', 'string', 'Names of each container in the template.'),
    wideColumn('Images', 'string', 'Images referenced by each container in the template.'),
  ],
  cells: ({ spec, status }, { name, age }) => {
    const ready = `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 0}`
    return [name, ready, age, ...containerCells(spec?.template?.spec?.containers)]
  },
}
