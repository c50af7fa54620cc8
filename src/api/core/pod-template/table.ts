import { containerCells, labelsCell } from '../../tables/cells.js'
import { column, nameColumn } from '../../tables/column.js'
import type { KindTable } from '../../tables/kind-table.js'
import type { PodTemplate } from '../v1/types.gen.js'

/** How a PodTemplate is shown. */
export const podTemplateTable: KindTable<PodTemplate> = {
  columns: [
    nameColumn,
    column('Containers', 'string', 'Names of each container in the template.'),
    column('Images', 'string', 'Images referenced by each container in the template.'),
    column('Pod Labels', 'string', 'The labels for the pod template.'),
  ],
  cells: ({ template }, { name }) => {
    return [name, ...containerCells(template?.spec?.containers), labelsCell(template?.metadata?.labels)]
  },
}
