import { isZeroInstant } from '../../../scalar/calendar.js'
import { StructValue } from '../values/struct-value.js'
import {
  CELError,
  Double,
  Duration,
  ListValue,
  MapValue,
  none,
  OptionalValue,
  Timestamp,
  UInt,
  type Value,
} from '../values/value.js'

function isZero(value: Value): boolean {
  if (value === null || value === false || value === 0 || value === '') return true
  if (value instanceof Double) return value.value === 0
  if (value instanceof UInt) return value.value === 0n
  if (value instanceof ListValue || value instanceof Uint8Array) return value.length === 0
  if (value instanceof StructValue) return value.fields.size === 0
  if (value instanceof MapValue) return value.size === 0
  if (value instanceof Timestamp) return isZeroInstant(value)
  return value instanceof Duration && value.nanos === 0n
}

function held({ value }: OptionalValue): Value {
  return value ?? (value === undefined ? new CELError('optional.none() dereference') : value)
}

/** Functions on optional values, by Go's names of their forms. */
export const optionalFunctions: Readonly<Record<string, (...args: never[]) => Value>> = {
  optional_of: (value: Value) => new OptionalValue(value),
  optional_ofNonZeroValue: (value: Value) => (isZero(value) ? none : new OptionalValue(value)),
  optional_none: () => none,
  optional_value: held,
  optional_hasValue: ({ value }: OptionalValue) => value !== undefined,
}
