import { compareStrings } from '../../../internal/compare-strings.js'
import type { LabelSelector } from '../../../meta/v1/types.gen.js'
import { unset } from '../../tables/cells.js'
import { ageColumn, column, nameColumn } from '../../tables/column.js'
import type { KindTable } from '../../tables/kind-table.js'
import { structsOf, textsOf } from '../../validation/go-values.js'
import type { MutatingAdmissionPolicyBinding, ValidatingAdmissionPolicyBinding } from '../v1/types.gen.js'

const table: KindTable<ValidatingAdmissionPolicyBinding | MutatingAdmissionPolicyBinding> = {
  columns: [
    nameColumn,
    column('PolicyName', 'string', 'PolicyName indicates the policy definition which the policy binding binded to'),
    column('ParamRef', 'string', 'ParamRef indicates the param resource which sets the configuration param'),
    ageColumn,
  ],
  cells: ({ spec }, { name, age }) => {
    const { name: param, namespace, selector } = spec?.paramRef ?? {}
    const byName = namespace ? `${namespace}/${param}` : param
    return [name, spec?.policyName ?? '', param ? (byName ?? '') : selector ? labelSelectorText(selector) : unset, age]
  },
}

/** How a MutatingAdmissionPolicyBinding is shown. */
export const mutatingAdmissionPolicyBindingTable: KindTable<MutatingAdmissionPolicyBinding> = table

/** How a ValidatingAdmissionPolicyBinding is shown. */
export const validatingAdmissionPolicyBindingTable: KindTable<ValidatingAdmissionPolicyBinding> = table

/** A label selector as Go's generated `String` writes it. */
function labelSelectorText({ matchLabels, matchExpressions }: LabelSelector): string {
  const labels = Object.keys(matchLabels ?? {})
    .sort(compareStrings)
    .map((key) => `${key}: ${matchLabels?.[key] ?? ''},`)
  const expressions = structsOf(matchExpressions).map(
    ({ key, operator, values }) =>
      `LabelSelectorRequirement{Key:${key ?? ''},Operator:${operator ?? ''},Values:[${textsOf(values).join(' ')}],},`,
  )
  const parts = [
    `MatchLabels:map[string]string{${labels.join('')}},`,
    `MatchExpressions:[]LabelSelectorRequirement{${expressions.join('')}},`,
  ]
  return `&LabelSelector{${parts.join('')}}`
}
