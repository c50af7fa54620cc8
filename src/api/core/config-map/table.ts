import { ageColumn, column, nameColumn } from '../../tables/column.js'
import type { KindTable } from '../../tables/kind-table.js'
import type { ConfigMap } from '../v1/types.gen.js'

/** How a ConfigMap is shown. */
export const configMapTable: KindTable<ConfigMap> = {
  columns: [
    nameColumn,
    column(
      'Data',
      'string',
      "Data contains the configuration data. Each key must consist of alphanumeric characters, '-', '_' or '.'. Values with non-UTF-8 byte sequences must use the BinaryData field. The keys stored in Data must not overlap with the keys in the BinaryData field, this is enforced during validation process.",
    ),
    ageColumn,
  ],
  cells: ({ data, binaryData }, { name, age }) => [name, sizeOf(data) + sizeOf(binaryData), age],
}

export function sizeOf(map: object | undefined): number {
  return Object.keys(map ?? {}).length
}
