import { unset } from '../../tables/cells.js'
import { ageColumn, column, nameColumn } from '../../tables/column.js'
import type { KindTable } from '../../tables/kind-table.js'
import type { MutatingAdmissionPolicy, ValidatingAdmissionPolicy } from '../v1/types.gen.js'

/** How a MutatingAdmissionPolicy is shown. */
export const mutatingAdmissionPolicyTable: KindTable<MutatingAdmissionPolicy> = {
  columns: [
    nameColumn,
    column('Mutations', 'integer', 'Mutation indicates the number of mutations rules defined in this configuration'),
    column('ParamKind', 'string', 'ParamKind specifies the kind of resources used to parameterize this policy'),
    ageColumn,
  ],
  cells: ({ spec }, { name, age }) => [name, spec?.mutations?.length ?? 0, paramKind(spec?.paramKind), age],
}

/** How a ValidatingAdmissionPolicy is shown. */
export const validatingAdmissionPolicyTable: KindTable<ValidatingAdmissionPolicy> = {
  columns: [
    nameColumn,
    column(
      'Validations',
      'integer',
      'Validations indicates the number of validation rules defined in this configuration',
    ),
    column('ParamKind', 'string', 'ParamKind specifies the kind of resources used to parameterize this policy'),
    ageColumn,
  ],
  cells: ({ spec }, { name, age }) => [name, spec?.validations?.length ?? 0, paramKind(spec?.paramKind), age],
}

function paramKind(kind: { apiVersion?: string | undefined; kind?: string | undefined } | undefined): string {
  return kind ? `${kind.apiVersion ?? ''}/${kind.kind ?? ''}` : unset
}
