import type { JSONValue } from '../../json/json-value.js'
import type { ScalarType } from '../schema/schema.js'
import { goSyntaxMessage, plainMessage, typeMessage } from './go-value-message.js'

/** The problem of a value that should be a scalar; `undefined` if there is none. Absent values and `null` are valid. */
export function scalarProblem(type: ScalarType, value: JSONValue | undefined, side: string): string | undefined {
  if (value === undefined || value === null) return undefined
  const form = typeof value
  switch (type) {
    case 'numeric':
      if (form === 'number' || form === 'bigint') return undefined
      return `${side}expected numeric (int or float), got ${typeMessage(value)}`
    case 'string':
      return form === 'string' ? undefined : `${side}expected string, got ${goSyntaxMessage(value)}`
    case 'boolean':
      return form === 'boolean' ? undefined : `${side}expected boolean, got ${plainMessage(value)}`
    case 'untyped':
      return form === 'object' ? `${side}expected any scalar, got ${plainMessage(value)}` : undefined
    default:
      return `${side}unexpected scalar type in schema: ${String(type)}`
  }
}
