import { ageColumn, column, nameColumn } from '../../tables/column.js'
import type { KindTable } from '../../tables/kind-table.js'
import type { VolumeAttributesClass } from '../v1/types.gen.js'

/** How a VolumeAttributesClass is shown. */
export const volumeAttributesClassTable: KindTable<VolumeAttributesClass> = {
  columns: [
    nameColumn,
    column('DriverName', 'string', 'driverName is the name of the CSI driver This field is immutable.'),
    ageColumn,
  ],
  cells: ({ driverName }, { name, age }) => [name, driverName ?? '', age],
}
