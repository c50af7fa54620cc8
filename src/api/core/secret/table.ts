import { ageColumn, column, nameColumn } from '../../tables/column.js'
import type { KindTable } from '../../tables/kind-table.js'
import { sizeOf } from '../config-map/table.js'
import type { Secret } from '../v1/types.gen.js'

/** How a Secret is shown. */
export const secretTable: KindTable<Secret> = {
  columns: [
    nameColumn,
    column(
      'Type',
      'string',
      'Used to facilitate programmatic handling of secret data. More info: https://kubernetes.io/docs/concepts/configuration/secret/#secret-types',
    ),
    column(
      'Data',
      'string',
      "Data contains the secret data. Each key must consist of alphanumeric characters, '-', '_' or '.'. The serialized form of the secret data is a base64 encoded string, representing the arbitrary (possibly non-string) data value here. Described in https://tools.ietf.org/html/rfc4648#section-4",
    ),
    ageColumn,
  ],
  cells: ({ type, data }, { name, age }) => [name, type ?? '', sizeOf(data), age],
}
