import { getControllerOfNoCopy } from '../../../meta/owner-references.js'
import { parseGroupVersion } from '../../../schema/parse.js'
import { ageColumn, column, nameColumn } from '../../tables/column.js'
import type { KindTable } from '../../tables/kind-table.js'
import type { ControllerRevision } from '../v1/types.gen.js'

/** How a ControllerRevision is shown. */
export const controllerRevisionTable: KindTable<ControllerRevision> = {
  columns: [
    nameColumn,
    column('Controller', 'string', 'Controller of the object'),
    column('Revision', 'string', 'Revision indicates the revision of the state represented by Data.'),
    ageColumn,
  ],
  cells: (object, { name, age }) => {
    const owner = getControllerOfNoCopy(object)
    const group = owner === undefined ? '' : parseGroupVersion(owner.apiVersion ?? '').group
    const kind = owner === undefined ? '' : `${owner.kind ?? ''}${group === '' ? '' : `.${group}`}`.toLowerCase()
    return [name, owner === undefined ? '<none>' : `${kind}/${owner.name ?? ''}`, Number(object.revision ?? 0), age]
  },
}
