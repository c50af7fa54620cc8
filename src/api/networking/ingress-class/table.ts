import { ageColumn, column, nameColumn } from '../../tables/column.js'
import type { KindTableByRelease } from '../../tables/kind-table.js'
import type { IngressClass } from '../v1/types.gen.js'

const defaultClass = 'ingressclass.kubernetes.io/is-default-class'

/** How a IngressClass is shown: the default one is marked, but not by earlier releases. */
export const ingressClassTable: KindTableByRelease<IngressClass> = ({ minor }) => ({
  columns: [
    nameColumn,
    column('Controller', 'string', 'Controller that is responsible for handling this class'),
    column('Parameters', 'string', 'A reference to a resource with additional parameters'),
    ageColumn,
  ],
  cells: ({ metadata, spec }, { name, age }) => {
    const isMarked = minor >= 36 && metadata?.annotations?.[defaultClass] === 'true'
    const { parameters } = spec ?? {}
    const group = parameters?.apiGroup ? `.${parameters.apiGroup}` : ''
    const shown = parameters ? `${parameters.kind ?? ''}${group}/${parameters.name ?? ''}` : '<none>'
    return [isMarked ? `${name} (default)` : name, spec?.controller ?? '', shown, age]
  },
})
