import { isDyn, isParameter, type StaticType } from '../values/cel-static-type.js'
import type { Overload } from '../values/overload.js'
import { ListValue, MapValue, typeNameOf, type Value } from '../values/value.js'

/** Reports whether a value matches a type; as in Go, only the first item of a collection is checked. */
export function matchesType(type: StaticType, value: Value): boolean {
  if (isDyn(type) || isParameter(type)) return true
  if (type.name !== typeNameOf(value)) return false
  const [first, second] = type.params ?? []
  if (value instanceof ListValue) return value.length === 0 || first === undefined || matchesType(first, value.at(0))
  if (!(value instanceof MapValue) || first === undefined || second === undefined) return true
  const [key] = value.keys()
  return key === undefined || (matchesType(first, key) && matchesType(second, value.find(key) as Value))
}

/** Reports whether a form of a function takes these values. */
export function takes({ args }: Overload, values: readonly Value[]): boolean {
  return args.length === values.length && args.every((type, i) => matchesType(type, values[i] as Value))
}
