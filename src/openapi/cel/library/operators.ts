import { isAssociative } from '../values/associative-list.js'
import { JSONList, PlainList, PlainMap } from '../values/collections.js'
import { equalValues, isEqual } from '../values/equal.js'
import {
  addNumbers,
  compareValues,
  divide,
  isOrdered,
  modulo,
  multiply,
  named,
  negate,
  subtract,
} from '../values/numbers.js'
import type { Implementation } from '../values/overload.js'
import { CELError, ListValue, MapValue, noOverload, typeNameOf, type Value } from '../values/value.js'

/** `a + b`. */
export function add(a: Value, b: Value): Value {
  if (typeof a === 'string') return typeof b === 'string' ? a + b : noOverload(b)
  if (a instanceof ListValue) return b instanceof ListValue ? concat(a, b) : noOverload(b)
  if (a instanceof Uint8Array) return b instanceof Uint8Array ? concatBytes(a, b) : noOverload(b)
  return addNumbers(a, b) ?? named('_+_', a)
}

/** The largest list that a concatenation makes; longer ones cost far more than rules may. */
const longestList = 5_000_000

function concat(a: ListValue, b: ListValue): Value {
  if (a instanceof PlainList && a.growing) return a.push(b.items())
  if (isAssociative(a)) return a.combine(b)
  if (!(a instanceof JSONList)) {
    if (a.length === 0) return b
    if (b.length === 0) return a
  }
  if (a.length + b.length > longestList) throw new RangeError('list is too long')
  return new PlainList([...a.items(), ...b.items()])
}

function concatBytes(a: Uint8Array, b: Uint8Array): Uint8Array {
  const joined = new Uint8Array(a.length + b.length)
  joined.set(a)
  joined.set(b, a.length)
  return joined
}

function ordering(test: (order: number) => boolean, name: string): Implementation {
  return (a: Value, b: Value) => {
    const order = compareValues(a, b)
    if (typeof order === 'number') return test(order)
    if (!isOrdered(a)) return named(name, a)
    return order
  }
}

function equals(a: Value, b: Value): Value {
  return equalValues(a, b)
}

function differs(a: Value, b: Value): Value {
  return equalValues(a, b) !== true
}

function not(a: Value): Value {
  return typeof a === 'boolean' ? !a : noOverload(a)
}

function isIn(item: Value, collection: Value): Value {
  if (collection instanceof ListValue) return contains(collection, item)
  if (!(collection instanceof MapValue)) return noOverload(collection)
  const found = collection.stored(item)
  return found instanceof CELError ? found : found !== undefined
}

function contains(list: ListValue, item: Value): boolean {
  return list.items().some((each) => isEqual(item, each))
}

function notStrictlyFalse(value: Value): Value {
  return value !== false
}

function insert(map: Value, key: Value, value?: Value): Value {
  if (!(map instanceof MapValue)) return noOverload(map)
  const target = map instanceof PlainMap && map.growing ? map : copyOf(map)
  if (value !== undefined) return insertOne(target, key, value)
  if (!(key instanceof MapValue)) {
    return new CELError(`no such overload: cel.@mapInsert(${typeNameOf(map)}, ${typeNameOf(key)})`)
  }
  for (const each of key.keys()) {
    const problem = insertOne(target, each, key.find(each)!)
    if (problem instanceof CELError) return problem
  }
  return target
}

function insertOne(map: PlainMap, key: Value, value: Value): Value {
  if (map.find(key) !== undefined) return new CELError(`insert failed: key ${String(key)} already exists`)
  map.set(key, value)
  return map
}

function copyOf(map: MapValue): PlainMap {
  return new PlainMap(map.keys().map((key) => [key, map.find(key)!] as const))
}

/** Operators by name, for values of all types; they are never called with an error. */
export const operators: Readonly<Record<string, Implementation>> = {
  '_+_': add,
  '_-_': subtract,
  '_*_': multiply,
  '_/_': divide,
  '_%_': modulo,
  '-_': negate,
  '!_': not,
  '_==_': equals,
  '_!=_': differs,
  '_<_': ordering((order) => order < 0, '_<_'),
  '_<=_': ordering((order) => order <= 0, '_<=_'),
  '_>_': ordering((order) => order > 0, '_>_'),
  '_>=_': ordering((order) => order >= 0, '_>=_'),
  '@in': isIn,
  '@not_strictly_false': notStrictlyFalse,
  'cel.@mapInsert': insert,
}
