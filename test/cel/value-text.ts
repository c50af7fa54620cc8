import { floatText } from '../../src/internal/float-text.js'
import { timestampText } from '../../src/openapi/cel/values/times.js'
import {
  Double,
  Duration,
  ListValue,
  MapValue,
  OptionalValue,
  Timestamp,
  TypeValue,
  UInt,
  type Value,
} from '../../src/openapi/cel/values/value.js'

/** A value in the form in which the reference writes it. */
export function text(value: Value): string {
  if (value === null) return 'null'
  if (typeof value === 'string')
    return JSON.stringify(value).replace(
      /[<>&\u2028\u2029]/g,
      (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
  if (typeof value !== 'object') return String(value)
  if (value instanceof UInt) return `${value.value}u`
  if (value instanceof Double) return `double ${floatText(value.value)}`
  if (value instanceof Uint8Array) return `bytes ${Buffer.from(value).toString('hex')}`
  if (value instanceof Timestamp) return `timestamp ${timestampText(value)}`
  if (value instanceof Duration) return `duration ${value.nanos}`
  if (value instanceof OptionalValue) return value.value === undefined ? 'none' : `optional(${text(value.value)})`
  if (value instanceof TypeValue) return `type ${value.name}`
  if (value instanceof ListValue) return `[${value.items().map(text).join(', ')}]`
  if (!(value instanceof MapValue)) return value.typeName
  const entries = value.keys().map((key) => `${text(key)}: ${partText(value, key)}`)
  return `{${entries.sort((a, b) => (a < b ? -1 : 1)).join(', ')}}`
}

function partText(map: MapValue, key: Value): string {
  const value = map.find(key)
  return value === undefined ? 'error' : text(value)
}
