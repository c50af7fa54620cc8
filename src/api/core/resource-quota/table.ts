import { compareStrings } from '../../../internal/compare-strings.js'
import { ageColumn, column, nameColumn } from '../../tables/column.js'
import type { KindTable } from '../../tables/kind-table.js'
import { amountText } from '../resource-list/amount-text.js'
import type { ResourceQuota } from '../v1/types.gen.js'

/** How a ResourceQuota is shown. */
export const resourceQuotaTable: KindTable<ResourceQuota> = {
  columns: [
    nameColumn,
    column('Request', 'string', 'Request represents a minimum amount of cpu/memory that a container may consume.'),
    column(
      'Limit',
      'string',
      'Limits control the maximum amount of cpu/memory that a container may use independent of contention on the node.',
    ),
    ageColumn,
  ],
  cells: ({ status }, { name, age }) => {
    const hard = status?.hard ?? {}
    const used = status?.used ?? {}
    const texts = Object.keys(hard)
      .sort(compareStrings)
      .map((resource) => {
        return { resource, text: `${resource}: ${amountText(used[resource])}/${amountText(hard[resource])}` }
      })
    const column = (ofLimits: boolean): string =>
      texts
        .filter(({ resource }) => resource.startsWith('limits.') === ofLimits)
        .map(({ text }) => text)
        .join(', ')
    return [name, column(false), column(true), age]
  },
}
