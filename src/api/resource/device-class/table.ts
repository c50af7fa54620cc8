import { ageColumn, nameColumn } from '../../tables/column.js'
import type { KindTable } from '../../tables/kind-table.js'
import type { DeviceClass } from '../v1/types.gen.js'

/** How a DeviceClass is shown. */
export const deviceClassTable: KindTable<DeviceClass> = {
  columns: [nameColumn, ageColumn],
  cells: (_class, { name, age }) => [name, age],
}
