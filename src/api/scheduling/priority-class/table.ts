import { ageColumn, column, nameColumn } from '../../tables/column.js'
import type { KindTable } from '../../tables/kind-table.js'
import type { PriorityClass } from '../v1/types.gen.js'

/** How a PriorityClass is shown. */
export const priorityClassTable: KindTable<PriorityClass> = {
  columns: [
    nameColumn,
    column(
      'Value',
      'integer',
      'value represents the integer value of this priority class. This is the actual priority that pods receive when they have the name of this class in their pod spec.',
    ),
    column(
      'Global-Default',
      'boolean',
      'globalDefault specifies whether this PriorityClass should be considered as the default priority for pods that do not have any priority class. Only one PriorityClass can be marked as `globalDefault`. However, if more than one PriorityClasses exists with their `globalDefault` field set to true, the smallest value of such global default PriorityClasses will be used as the default priority.',
    ),
    ageColumn,
    column(
      'PreemptionPolicy',
      'string',
      'preemptionPolicy is the Policy for preempting pods with lower priority. One of Never, PreemptLowerPriority. Defaults to PreemptLowerPriority if unset.',
    ),
  ],
  cells: ({ value, globalDefault, preemptionPolicy }, { name, age }) => [
    name,
    value ?? 0,
    globalDefault ?? false,
    age,
    preemptionPolicy ?? '',
  ],
}
