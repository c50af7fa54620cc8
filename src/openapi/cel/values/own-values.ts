import type { BoxedValue, CELError, Value } from './value.js'

/** How values are compared. */
export type Equality = (a: Value, b: Value) => boolean | CELError

/** A value with its own equality. */
export interface OwnComparable extends BoxedValue {
  /** Compares with any value. */
  equals(other: Value, equality: Equality): boolean | CELError
}

/** Reports whether a value has its own equality. */
export function isOwnComparable(value: Value): value is OwnComparable {
  return typeof value === 'object' && value !== null && 'equals' in value
}
