import { PlainMap } from '../values/collections.js'
import { CELError, Double, isInt, type ListValue, UInt, type Value } from '../values/value.js'
import type { Code } from './frame.js'
import type { Plan } from './planned.js'

/** `x in [literals]`, which Go looks up without counting a cost; undefined for lists of other values. */
export function membership(item: Code, list: ListValue): Plan | undefined {
  if (list.length === 0) return { code: () => false, constant: false }
  const items = list.items()
  if (!items.every(isPrimitive)) return undefined
  const known = new PlainMap(items.map((each) => [each, true] as const))
  return {
    code: (frame) => {
      const value = item(frame)
      return value instanceof CELError ? value : known.find(value) !== undefined
    },
  }
}

function isPrimitive(value: Value): boolean {
  if (typeof value === 'boolean' || typeof value === 'string' || isInt(value)) return true
  return value instanceof Double || value instanceof UInt
}
