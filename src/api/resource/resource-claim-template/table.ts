import { ageColumn, nameColumn } from '../../tables/column.js'
import type { KindTable } from '../../tables/kind-table.js'
import type { ResourceClaimTemplate } from '../v1/types.gen.js'

/** How a ResourceClaimTemplate is shown. */
export const resourceClaimTemplateTable: KindTable<ResourceClaimTemplate> = {
  columns: [nameColumn, ageColumn],
  cells: (_template, { name, age }) => [name, age],
}
