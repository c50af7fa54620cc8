import { column, nameColumn } from '../../tables/column.js'
import type { KindTable } from '../../tables/kind-table.js'
import type { IPAddress } from '../v1/types.gen.js'

/** How a IPAddress is shown. */
export const ipAddressTable: KindTable<IPAddress> = {
  columns: [
    nameColumn,
    column(
      'ParentRef',
      'string',
      'parentRef references the resource that an IPAddress is attached to. An IPAddress must reference a parent object.',
    ),
  ],
  cells: ({ spec }, { name, age }) => {
    const { group, namespace } = spec?.parentRef ?? {}
    const resource = spec?.parentRef?.resource ?? ''
    const parent = spec?.parentRef?.name ?? ''
    const kind = (group ? `${resource}.${group}` : resource).toLowerCase()
    const shown = spec?.parentRef ? [kind, ...(namespace ? [namespace] : []), parent].join('/') : '<none>'
    return [name, shown, age]
  },
}
