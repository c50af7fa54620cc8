/** How a requirement relates its key to its values; the values of Go's `selection.Operator`. */
export const Operator = {
  DoesNotExist: '!',
  Equals: '=',
  DoubleEquals: '==',
  In: 'in',
  NotEquals: '!=',
  NotIn: 'notin',
  Exists: 'exists',
  GreaterThan: 'gt',
  LessThan: 'lt',
} as const

/** One of the values of {@link Operator}. */
export type Operator = (typeof Operator)[keyof typeof Operator]

/** The operators with values, in the order in which messages list them. */
export const binaryOperators: readonly Operator[] = ['in', 'notin', '=', '==', '!=', 'gt', 'lt']

/** All operators, in the order in which messages list them. */
export const allOperators: readonly Operator[] = ['in', 'notin', '=', '==', '!=', 'gt', 'lt', 'exists', '!']
