import { compareNumbers, isNumber } from './numbers.js'
import { isOwnComparable } from './own-values.js'
import {
  CELError,
  Double,
  Duration,
  ListValue,
  MapValue,
  OptionalValue,
  Timestamp,
  TypeValue,
  type Value,
} from './value.js'

/**
 * CEL's equality: numbers by value across types, lists and maps by content.
 *
 * @returns an error if values of a Kubernetes type are compared with others.
 */
export function equalValues(a: Value, b: Value): boolean | CELError {
  if (a === b) return !(a instanceof Double) || !Number.isNaN(a.value)
  if (a === null || b === null) return false
  if (isNumber(a)) return isNumber(b) && compareNumbers(a, b) === 0
  if (typeof a !== 'object') return false
  if (isOwnComparable(a)) return a.equals(b, equalValues)
  if (a instanceof ListValue) return b instanceof ListValue && equalLists(a, b)
  if (a instanceof MapValue) return b instanceof MapValue && equalMaps(a, b)
  if (a instanceof Uint8Array) return b instanceof Uint8Array && equalBytes(a, b)
  return equalScalars(a, b)
}

/** Reports whether two values are equal; what cannot be compared is not. */
export function isEqual(a: Value, b: Value): boolean {
  return equalValues(a, b) === true
}

function equalScalars(a: Value, b: Value): boolean | CELError {
  if (a instanceof Timestamp) return b instanceof Timestamp && a.seconds === b.seconds && a.nanos === b.nanos
  if (a instanceof Duration) return b instanceof Duration && a.nanos === b.nanos
  if (a instanceof TypeValue) return b instanceof TypeValue && a.name === b.name
  if (a instanceof OptionalValue) return b instanceof OptionalValue && equalOptionals(a, b)
  return a instanceof CELError ? a : false
}

function equalOptionals(a: OptionalValue, b: OptionalValue): boolean | CELError {
  if (a.value === undefined || b.value === undefined) return a.value === b.value
  return equalValues(a.value, b.value)
}

/** Compares items in order. */
export function equalLists(a: ListValue, b: ListValue): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (equalValues(a.at(i), b.at(i)) === false) return false
  return true
}

function equalMaps(a: MapValue, b: MapValue): boolean {
  if (a.size !== b.size) return false
  for (const key of a.keys()) {
    const [value, other] = [a.find(key), b.find(key)]
    if (value === undefined || other === undefined || equalValues(value, other) === false) return false
  }
  return true
}

function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i])
}
