import { floatText } from '../../../internal/float-text.js'
import { durationText, timestampText } from './times.js'
import {
  Double,
  Duration,
  isInt,
  ListValue,
  MapValue,
  OptionalValue,
  Timestamp,
  TypeValue,
  UInt,
  type Value,
} from './value.js'

/** A value as Go's messages print it. */
export function valueText(value: Value): string {
  if (value === null) return 'null'
  if (isInt(value) || typeof value === 'string' || typeof value === 'boolean') return String(value)
  if (value instanceof Double) return floatText(value.value)
  if (value instanceof UInt) return String(value.value)
  if (value instanceof Timestamp) return timestampText(value)
  if (value instanceof Duration) return durationText(value)
  if (value instanceof TypeValue) return value.name
  if (value instanceof OptionalValue) {
    return value.value === undefined ? 'optional.none()' : `optional(${valueText(value.value)})`
  }
  return value instanceof Uint8Array ? `[${value.join(' ')}]` : collectionText(value)
}

function collectionText(value: Value): string {
  if (value instanceof ListValue) return `[${value.items().map(valueText).join(', ')}]`
  if (!(value instanceof MapValue)) return String(value)
  const entries = value.keys().map((key) => `${valueText(key)}: ${valueText(value.find(key) ?? null)}`)
  return `{${entries.join(', ')}}`
}
