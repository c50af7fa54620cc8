import { none } from '../../tables/cells.js'
import { ageColumn, column, nameColumn } from '../../tables/column.js'
import type { KindTable } from '../../tables/kind-table.js'
import { structsOf } from '../../validation/go-values.js'
import type { FlowSchema } from '../v1/types.gen.js'

/** How a FlowSchema is shown. */
export const flowSchemaTable: KindTable<FlowSchema> = {
  columns: [
    nameColumn,
    column(
      'PriorityLevel',
      'string',
      '`name` is the name of the priority level configuration being referenced Required.',
    ),
    column(
      'MatchingPrecedence',
      'string',
      '`matchingPrecedence` is used to choose among the FlowSchemas that match a given request. The chosen FlowSchema is among those with the numerically lowest (which we take to be logically highest) MatchingPrecedence.  Each MatchingPrecedence value must be ranged in [1,10000]. Note that if the precedence is not specified, it will be set to 1000 as default.',
    ),
    column(
      'DistinguisherMethod',
      'string',
      '`distinguisherMethod` defines how to compute the flow distinguisher for requests that match this schema. `nil` specifies that the distinguisher is disabled and thus will always be the empty string.',
    ),
    ageColumn,
    column('MissingPL', 'string', 'references a broken or non-existent PriorityLevelConfiguration'),
  ],
  cells: ({ spec, status }, { name, age }) => [
    name,
    spec?.priorityLevelConfiguration?.name ?? '',
    spec?.matchingPrecedence ?? 0,
    spec?.distinguisherMethod ? (spec.distinguisherMethod.type ?? '') : none,
    age,
    structsOf(status?.conditions).find(({ type }) => type === 'Dangling')?.status ?? '?',
  ],
}
