import { LazyFields } from '../program.js'
import { isOpen, type StaticType } from './cel-static-type.js'
import { JSONList, JSONMap } from './collections.js'
import { quantityOf } from './quantity-value.js'
import { readDuration, readTimestamp } from './times.js'
import { type BoxedValue, CELError, Double, intOf, MapValue, typeNameOf, type Value } from './value.js'

/** Turns what a variable is bound to into a value. */
export type ToValue = (raw: unknown) => Value

/** Values of plain JSON that nothing is known about: whole numbers are `int`, others `double`. */
export const dynamicValue: ToValue = (raw) => {
  switch (typeof raw) {
    case 'string':
    case 'boolean':
      return raw
    case 'number':
      return Number.isSafeInteger(raw) && !Object.is(raw, -0) ? raw : numberValue(raw)
    case 'bigint':
      return intOf(raw)
    case 'undefined':
      return null
    default:
      return objectValue(raw, dynamicValue)
  }
}

function numberValue(raw: number): Value {
  return Number.isInteger(raw) && Math.abs(raw) < 2 ** 63 && !Object.is(raw, -0) ? intOf(BigInt(raw)) : new Double(raw)
}

function objectValue(raw: unknown, toItem: ToValue): Value {
  if (raw === null || raw instanceof Uint8Array) return raw
  if (Array.isArray(raw)) return new JSONList(raw, toItem)
  if (raw instanceof LazyFields) return new LazyObject(raw)
  if (isBoxed(raw)) return raw
  return new JSONMap(raw as Record<string, unknown>, toItem)
}

/** Values that an earlier evaluation gave are taken as they are. */
function isBoxed(raw: unknown): raw is BoxedValue {
  if (typeof raw !== 'object' || raw === null) return false
  const prototype: unknown = Object.getPrototypeOf(raw)
  return prototype !== Object.prototype && prototype !== null && 'typeName' in raw
}

/** How plain JSON becomes values of a type. */
export function toValueOf(type: StaticType): ToValue {
  if (isOpen(type)) return dynamicValue
  const own = byType(type)
  return (raw) => (isBoxed(raw) || raw instanceof LazyFields ? dynamicValue(raw) : own(raw))
}

function byType(type: StaticType): ToValue {
  const [first, second] = type.params ?? []
  if (type.zero === true) return zeroReader(type)
  if (type.fields !== undefined) return objectReader(type.fields)
  if (type.name === 'list' && first !== undefined) {
    const toItem = toValueOf(first)
    return (raw) => (Array.isArray(raw) ? new JSONList(raw, toItem) : unexpected(type, raw))
  }
  if (type.name === 'map' && second !== undefined) {
    const toItem = toValueOf(second)
    return (raw) => (isObject(raw) ? new JSONMap(raw, toItem) : unexpected(type, raw))
  }
  return scalar(type)
}

function scalar(type: StaticType): ToValue {
  switch (type.name) {
    case 'google.protobuf.Timestamp':
      return (raw) => (typeof raw === 'string' ? readTimestamp(raw) : unexpected(type, raw))
    case 'google.protobuf.Duration':
      return (raw) => (typeof raw === 'string' ? readDuration(raw) : unexpected(type, raw))
    case 'kubernetes.Quantity':
      return (raw) =>
        typeof raw === 'string' || typeof raw === 'number' ? quantityOf(String(raw)) : unexpected(type, raw)
    case 'double':
      return (raw) =>
        typeof raw === 'number' || typeof raw === 'bigint' ? new Double(Number(raw)) : unexpected(type, raw)
    default:
      return (raw) => {
        const value = dynamicValue(raw)
        return value === null || typeNameOf(value) === type.name ? value : unexpected(type, raw)
      }
  }
}

function unexpected({ name }: StaticType, raw: unknown): CELError {
  return new CELError(`invalid data, expected ${name}, got ${raw === null ? 'null' : typeof raw}`)
}

function isObject(raw: unknown): raw is Record<string, unknown> {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw)
}

function objectReader(fields: ReadonlyMap<string, StaticType>): ToValue {
  const readers = new Map([...fields].map(([name, type]) => [name, toValueOf(type)]))
  const open = readers.get('*')
  return (raw) => {
    if (raw === null || raw === undefined) return null
    return isObject(raw) ? new TypedObject(raw, (name) => readers.get(name) ?? open) : dynamicValue(raw)
  }
}

/** An object of plain JSON whose fields have types. Fields that are null are absent. */
class TypedObject extends JSONMap {
  readonly #reader: (name: string) => ToValue | undefined

  constructor(raw: Readonly<Record<string, unknown>>, reader: (name: string) => ToValue | undefined) {
    super(raw, dynamicValue)
    this.#reader = reader
  }

  override find(key: Value): Value | undefined {
    if (typeof key !== 'string' || !Object.hasOwn(this.raw, key)) return undefined
    const value = this.raw[key]
    return value === undefined || value === null ? undefined : this.#reader(key)?.(value)
  }
}

/** How objects and maps are read in which everything absent has a value. */
function zeroReader(type: StaticType): ToValue {
  const known = new Map<string, ReaderWithZero | undefined>()
  // Expressions look at few of the fields.
  const readerOf = (name: string): ReaderWithZero | undefined => {
    if (known.has(name)) return known.get(name)
    const found = type.fields?.get(name) ?? type.params?.[1]
    const reader = found && readerWithZero(found)
    known.set(name, reader)
    return reader
  }
  return (raw) =>
    raw === null || raw === undefined || isObject(raw) ? new ZeroMap(raw ?? {}, readerOf) : unexpected(type, raw)
}

interface ReaderWithZero {
  readonly read: ToValue
  readonly zero: () => Value
}

function readerWithZero(type: StaticType): ReaderWithZero {
  const read = toValueOf(type)
  return { read, zero: () => (type.zero === true ? read({}) : zeroOf(type, read)) }
}

function zeroOf({ name }: StaticType, read: ToValue): Value {
  switch (name) {
    case 'string':
      return ''
    case 'bool':
      return false
    case 'int':
    case 'double':
      return read(0)
    case 'list':
      return read([])
    case 'map':
      return read({})
    case 'google.protobuf.Timestamp':
      return read('0001-01-01T00:00:00Z')
    case 'google.protobuf.Duration':
      return read('0s')
    case 'kubernetes.Quantity':
      return read('0')
    default:
      return null
  }
}

/** An object or a map in which everything absent has a value. */
class ZeroMap extends JSONMap {
  readonly #readerOf: (name: string) => ReaderWithZero | undefined

  constructor(raw: Readonly<Record<string, unknown>>, readerOf: (name: string) => ReaderWithZero | undefined) {
    super(raw, dynamicValue)
    this.#readerOf = readerOf
  }

  override find(key: Value): Value | undefined {
    if (typeof key !== 'string') return undefined
    const reader = this.#readerOf(key)
    const value = this.#raw(key)
    return value === undefined ? reader?.zero() : reader?.read(value)
  }

  override stored(key: Value): Value | undefined {
    return typeof key === 'string' && this.#raw(key) !== undefined ? this.find(key) : undefined
  }

  #raw(key: string): unknown {
    return Object.hasOwn(this.raw, key) ? (this.raw[key] ?? undefined) : undefined
  }
}

/** An object whose fields are computed when they are first read. */
class LazyObject extends MapValue {
  readonly #fields: LazyFields

  constructor(fields: LazyFields) {
    super()
    this.#fields = fields
  }

  get size(): number {
    return this.#fields.names.length
  }

  find(key: Value): Value | undefined {
    const found = typeof key === 'string' ? this.#fields.get(key) : undefined
    if (found === undefined) return undefined
    return found.error === undefined ? dynamicValue(found.value) : new CELError(found.error)
  }

  keys(): readonly Value[] {
    return this.#fields.names
  }
}
