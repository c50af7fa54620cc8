import { Double, isInt, ListValue, MapValue, noOverload, UInt, type Value } from './value.js'

/** A list whose items are there. */
export class PlainList extends ListValue {
  readonly #items: Value[]
  /** Items may be added in place: nothing but one loop has the list. */
  readonly growing: boolean

  constructor(items: Value[], growing = false) {
    super()
    this.#items = items
    this.growing = growing
  }

  get length(): number {
    return this.#items.length
  }

  at(index: number): Value {
    return this.#items[index]!
  }

  items(): readonly Value[] {
    return this.#items
  }

  /** Adds items to a growing list. */
  push(items: readonly Value[]): this {
    for (const item of items) this.#items.push(item)
    return this
  }

  /** The list when its loop has ended. */
  done(): PlainList {
    return new PlainList(this.#items)
  }
}

/** A list of plain JSON, whose items become values when they are read. */
export class JSONList extends ListValue {
  readonly raw: readonly unknown[]
  readonly toValue: (item: unknown) => Value
  #items: Value[] | undefined

  constructor(raw: readonly unknown[], toValue: (item: unknown) => Value) {
    super()
    this.raw = raw
    this.toValue = toValue
  }

  get length(): number {
    return this.raw.length
  }

  at(index: number): Value {
    return this.#items === undefined ? this.toValue(this.raw[index]) : this.#items[index]!
  }

  items(): readonly Value[] {
    this.#items ??= this.raw.map(this.toValue)
    return this.#items
  }
}

/** A list that a schema describes. */
export class SchemaList extends JSONList {}

/** A map made in an expression. */
export class PlainMap extends MapValue {
  readonly #entries: Map<unknown, readonly [Value, Value]>
  /** Entries may be added in place: nothing but one loop has the map. */
  readonly growing: boolean

  constructor(entries: Iterable<readonly [Value, Value]> = [], growing = false) {
    super()
    this.#entries = new Map()
    this.growing = growing
    for (const [key, value] of entries) this.set(key, value)
  }

  get size(): number {
    return this.#entries.size
  }

  find(key: Value): Value | undefined {
    return this.#entries.get(identityOf(key))?.[1]
  }

  keys(): readonly Value[] {
    return [...this.#entries.values()].map(([key]) => key)
  }

  /** All keys with their values. */
  entries(): readonly (readonly [Value, Value])[] {
    return [...this.#entries.values()]
  }

  /** Adds an entry while the map is made. */
  set(key: Value, value: Value): void {
    this.#entries.set(identityOf(key), [key, value])
  }

  /** The map when its loop has ended. */
  done(): PlainMap {
    return new PlainMap(this.#entries.values())
  }
}

/** An object of plain JSON as a map, whose values become values when they are read. */
export class JSONMap extends MapValue {
  readonly raw: Readonly<Record<string, unknown>>
  readonly toValue: (value: unknown) => Value

  constructor(raw: Readonly<Record<string, unknown>>, toValue: (value: unknown) => Value) {
    super()
    this.raw = raw
    this.toValue = toValue
  }

  get size(): number {
    return this.names().length
  }

  find(key: Value): Value | undefined {
    if (typeof key !== 'string' || !Object.hasOwn(this.raw, key)) return undefined
    const value = this.raw[key]
    return value === undefined ? undefined : this.toValue(value)
  }

  keys(): readonly Value[] {
    return this.names()
  }

  /** The keys whose value is not undefined. */
  names(): string[] {
    return Object.keys(this.raw).filter((name) => this.raw[name] !== undefined)
  }
}

/** A map that a schema describes, whose keys are strings. */
export class SchemaMap extends JSONMap {
  override find(key: Value): Value | undefined {
    return typeof key === 'string' ? super.find(key) : noOverload(key)
  }
}

/** The same value for equal keys of any type. */
function identityOf(key: Value): unknown {
  if (key instanceof UInt) return shortest(key.value)
  if (key instanceof Double) return Number.isSafeInteger(key.value) ? key.value + 0 : `double ${key.value}`
  return typeof key === 'string' ? `s${key}` : key
}

function shortest(value: bigint): number | bigint {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value
}

/** Reports whether a value may be the key of a map. */
export function isKey(value: Value): boolean {
  return isInt(value) || typeof value === 'string' || typeof value === 'boolean' || value instanceof UInt
}
