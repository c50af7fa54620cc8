import { ageColumn, nameColumn } from '../../tables/column.js'
import type { KindTable } from '../../tables/kind-table.js'
import type { ServiceAccount } from '../v1/types.gen.js'

/** How a ServiceAccount is shown. */
export const serviceAccountTable: KindTable<ServiceAccount> = {
  columns: [nameColumn, ageColumn],
  cells: (_account, { name, age }) => [name, age],
}
