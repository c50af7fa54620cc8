import { ageColumn, column, nameColumn } from '../../tables/column.js'
import type { KindTable } from '../../tables/kind-table.js'
import type { IngressClass } from '../v1/types.gen.js'

/** How a IngressClass is shown. */
export const ingressClassTable: KindTable<IngressClass> = {
  columns: [
    nameColumn,
    column('Controller', 'string', 'Controller that is responsible for handling this class'),
    column('Parameters', 'string', 'A reference to a resource with additional parameters'),
    ageColumn,
  ],
  cells: ({ spec }, { name, age }) => {
    const { parameters } = spec ?? {}
    const group = parameters?.apiGroup ? `.${parameters.apiGroup}` : ''
    const shown = parameters ? `${parameters.kind ?? ''}${group}/${parameters.name ?? ''}` : '<none>'
    return [name, spec?.controller ?? '', shown, age]
  },
}
