import { selectorCell } from '../../tables/cells.js'
import { ageColumn, column, nameColumn } from '../../tables/column.js'
import type { KindTable } from '../../tables/kind-table.js'
import type { NetworkPolicy } from '../v1/types.gen.js'

/** How a NetworkPolicy is shown. */
export const networkPolicyTable: KindTable<NetworkPolicy> = {
  columns: [
    nameColumn,
    column(
      'Pod-Selector',
      'string',
      "podSelector selects the pods to which this NetworkPolicy object applies. The array of rules is applied to any pods selected by this field. An empty selector matches all pods in the policy's namespace. Multiple network policies can select the same set of pods. In this case, the ingress rules for each are combined additively. This field is optional. If it is not specified, it defaults to an empty selector.",
    ),
    ageColumn,
  ],
  cells: ({ spec }, { name, age }) => [name, selectorCell(spec?.podSelector), age],
}
