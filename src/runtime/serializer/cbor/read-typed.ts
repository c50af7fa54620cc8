import { goTypeName } from '../../../descriptor/go-type-name.js'
import type { JSONObject, JSONValue } from '../../../descriptor/types.js'
import { setOwn } from '../../../json/json-value.js'
import { isZeroValue, zeroValue } from '../zero-value.js'
import { CBORTypeError, withStep } from './cbor-error.js'
import { type CBORReader, Item } from './cbor-reader.js'
import {
  duplicateKey,
  integer,
  isBehind,
  type LaterEncoding,
  nextLater,
  readKey,
  skipSelfDescribed,
  typeMismatch,
} from './read-any.js'
import { readScalar } from './read-scalar.js'
import { readUntyped } from './read-untyped.js'
import type { PropertyPlan, StructPlan, TypePlan } from './struct-plan.js'

/** The next item as the key of a struct, which is not allowed. */
export function notName(reader: CBORReader): CBORTypeError {
  const name = reader.nextName()
  const reason = `map key is of type ${name} and cannot be used to match struct field name`
  return new CBORTypeError({ item: name, wanted: 'string', reason }, reader.pos)
}

/** Go's message for an array in place of a struct. */
export const arrayForStruct = 'cannot decode CBOR array to struct without toarray option'

/** How keys are treated that a struct does not declare. */
export type UnknownKeys = 'skip' | 'keep' | 'find'

/** Reads data items into types, in the form of canonical JSON. */
export class TypedReader {
  readonly reader: CBORReader
  /** The first undeclared key found, by its index among the entries of its map, when those are looked for. */
  unknownAt: number | undefined
  private readonly unknownKeys: UnknownKeys
  /** The encoding that tags around the current struct define for bytes inside it. */
  private later: LaterEncoding = 0
  /** Properties read so far of all structs being read, and their values. */
  private readonly held: PropertyPlan[] = []
  private readonly values: JSONValue[] = []
  /** How many of them count; the rest is unused. */
  private top = 0
  /** Elements of the lists being read, up to {@link end}: lists are made when their length is known. */
  private readonly elements: JSONValue[] = []
  private end = 0

  constructor(reader: CBORReader, unknownKeys: UnknownKeys) {
    this.reader = reader
    this.unknownKeys = unknownKeys
  }

  /** Reads one data item into a type. `tagged`: tags before it were read. */
  value(plan: TypePlan, later: LaterEncoding = 0, tagged = false): JSONValue {
    const { reader } = this
    let byte = reader.next()
    if (plan.kind === 'string' && byte >> 5 === Item.bytes && later === 0) {
      reader.head()
      return reader.string()
    }
    let behindTag = tagged
    if (byte >> 5 === Item.tag && skipSelfDescribed(reader)) {
      behindTag = true
      byte = reader.next()
    }
    if (isNothing(byte, plan, behindTag)) {
      reader.pos++
      return nothing(plan, behindTag)
    }
    switch (plan.kind) {
      case 'struct':
      case 'map':
      case 'list':
        return this.container(plan, later)
      case 'variant':
        return this.variant(plan)
      default:
        return readScalar(reader, plan, later)
    }
  }

  private container(plan: TypePlan, later: LaterEncoding): JSONValue {
    const { reader } = this
    const at = reader.pos
    reader.head()
    if (reader.major === Item.tag) return this.value(plan, nextLater(reader, later), true)
    if (plan.kind === 'list' && reader.major === Item.array) return this.list(plan, later)
    if (plan.kind === 'map' && reader.major === Item.map) return this.map(plan, later)
    if (plan.kind === 'struct' && reader.major === Item.map)
      return this.struct(plan.struct, new plan.struct.create(), later)
    const name = reader.nameAt(at)
    const wanted = goTypeName(plan.type)
    const isArray = plan.kind === 'struct' && reader.major === Item.array
    throw typeMismatch(reader, isArray ? { item: name, wanted, reason: arrayForStruct } : { item: name, wanted })
  }

  private list(plan: TypePlan, later: LaterEncoding): JSONValue[] {
    const { reader } = this
    const element = plan.element!
    const count = reader.enter()
    const base = this.end
    try {
      while (!reader.done(this.end - base, count)) {
        const value = this.value(element, later)
        this.elements[this.end++] = value
      }
    } catch (error) {
      throw withStep(error, { step: `[${this.end - base}]` }, reader.pos)
    }
    reader.leave()
    const list = this.elements.slice(base, this.end)
    this.end = base
    return list
  }

  private map(plan: TypePlan, later: LaterEncoding): JSONObject {
    const { reader } = this
    const element = plan.element!
    const count = reader.enter()
    const carries = this.unknownKeys !== 'keep' && !element.nilable && immutableKinds.has(element.kind)
    const map: JSONObject = {}
    let key = ''
    let ascending = true
    let last: JSONValue | undefined
    for (let i = 0; !reader.done(i, count); i++) {
      const previous = key
      key = readKey(reader, { later, previous })
      ascending = ascending && (i === 0 || isBehind(key, previous))
      if (!ascending && Object.hasOwn(map, key)) throw duplicateKey(reader, key, i)
      try {
        const start = reader.pos
        let value = this.value(element, later)
        // Go reads null into the variable that still holds the value before.
        if (carries && last !== undefined && reader.wasNull(start)) value = last
        last = value
        setOwn(map, key, value)
      } catch (error) {
        throw withStep(error, { step: `[${key}]` }, reader.pos)
      }
    }
    reader.leave()
    return map
  }

  /** After the head of a map: reads its entries as properties of a struct. */
  struct(plan: StructPlan, target: JSONObject, later: LaterEncoding): JSONObject {
    const { reader } = this
    const outer = this.later
    this.later = later
    const base = this.top
    const count = reader.enter()
    let unknown: JSONObject | undefined
    let next = plan.firstRead
    let last: PropertyPlan | undefined
    for (let i = 0; !reader.done(i, count); i++) {
      let property = next
      if (property === undefined || !reader.passes(property.key)) {
        const key = this.structKey(i)
        property = key === undefined ? undefined : plan.byName.get(key)
        if (property === undefined) {
          unknown = this.unknown(plan, { key, index: i, seen: unknown })
          continue
        }
        if (last === undefined) plan.firstRead = property
        else last.nextRead = property
      }
      last = property
      next = property.nextRead
      this.insert(base, property, i)
    }
    reader.leave()
    this.later = outer
    return this.assemble(plan, target, { base, unknown })
  }

  /** Reads a key; `undefined` for an integer, which no property has. */
  private structKey(index: number): string | undefined {
    const { reader } = this
    const byte = reader.next()
    const major = byte >> 5
    if (major === Item.bytes || major === Item.text) {
      reader.head()
      return reader.string()
    }
    if (major === Item.positive || major === Item.negative) {
      reader.head()
      integer(reader)
      return undefined
    }
    throw withStep(notName(reader), { step: `[${index}]` }, reader.pos)
  }

  /** Reads the value of a property and inserts it among those read before, in the order of declaration. */
  private insert(base: number, property: PropertyPlan, index: number): void {
    const { held, values, reader } = this
    let at = this.top
    while (at > base && held[at - 1]!.order > property.order) at--
    if (at > base && held[at - 1] === property) throw duplicateKey(reader, property.name, index)
    let value: JSONValue
    try {
      value = this.value(property, this.later)
    } catch (error) {
      throw this.located(error, property)
    }
    for (let i = this.top++; i > at; i--) {
      held[i] = held[i - 1]!
      values[i] = values[i - 1]!
    }
    held[at] = property
    values[at] = value
  }

  private located(error: unknown, property: PropertyPlan): unknown {
    return withStep(error, { step: property.name, field: `${property.owner}.${property.name}` }, this.reader.pos)
  }

  private unknown(
    plan: StructPlan,
    entry: { readonly key: string | undefined; readonly index: number; readonly seen: JSONObject | undefined },
  ): JSONObject {
    const { reader } = this
    const seen = entry.seen ?? {}
    const keeps = this.unknownKeys === 'keep' || plan.type.options.preserveUnknownFields === true
    this.unknownAt ??= keeps ? undefined : entry.index
    if (entry.key !== undefined && Object.hasOwn(seen, entry.key)) throw duplicateKey(reader, entry.key, entry.index)
    if (entry.key === undefined) reader.skip()
    else if (keeps) setOwn(seen, entry.key, readUntyped(reader, this.later))
    else {
      reader.skip()
      setOwn(seen, entry.key, null)
    }
    return seen
  }

  /** Moves the values read into the target, in the order of the declaration, zero values where canonical JSON has them. */
  private assemble(
    plan: StructPlan,
    target: JSONObject,
    read: { readonly base: number; readonly unknown: JSONObject | undefined },
  ): JSONObject {
    const { held, values, top } = this
    const { always } = plan
    let missing = 0
    for (let i = read.base; i < top; i++) {
      const property = held[i]!
      while (missing < always.length && always[missing]!.order < property.order) {
        put(target, always[missing]!, always[missing]!.zero())
        missing++
      }
      if (missing < always.length && always[missing] === property) missing++
      const value = values[i] as JSONValue
      if (!isOmitted(property, value)) put(target, property, value)
    }
    for (; missing < always.length; missing++) {
      put(target, always[missing]!, always[missing]!.zero())
    }
    this.top = read.base
    if (
      read.unknown !== undefined &&
      (this.unknownKeys === 'keep' || plan.type.options.preserveUnknownFields === true)
    ) {
      for (const key of Object.keys(read.unknown)) setOwn(target, key, read.unknown[key])
    }
    return target
  }

  private variant(plan: TypePlan): JSONValue {
    const { reader } = this
    const orBool = plan.type.kind === 'variant' && plan.type.shape === 'orBool'
    const byte = reader.next()
    if (byte >> 5 === Item.map) return this.value(plan.variant.schema)
    if (!orBool && byte >> 5 === Item.array) {
      const list = this.value(plan.variant.list)
      return Array.isArray(list) && list.length > 0 ? list : null
    }
    if (orBool && (byte === 0xf4 || byte === 0xf5)) {
      reader.pos++
      return byte === 0xf5
    }
    if (orBool) throw reader.fail('boolean or JSON schema expected')
    reader.skip()
    return null
  }
}

/** Types whose values Go keeps in one variable while it reads a map. */
const immutableKinds: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'string',
  'bool',
  'int32',
  'int64',
  'uint32',
  'uint64',
  'float',
  'double',
])

/**
 * Reports whether a byte is null or undefined and means an absent value. Types with their own meaning of null read it
 * themselves.
 */
function isNothing(byte: number, { kind, pointer }: TypePlan, behindTag: boolean): boolean {
  if (byte !== 0xf6 && byte !== 0xf7) return false
  if (pointer && !behindTag) return true
  if (kind === 'time' || kind === 'microTime' || kind === 'quantity') return true
  return byte === 0xf6 && kind !== 'intOrString' && kind !== 'duration'
}

/** The value of null: nil, or the zero value. A pointer is nil only if no tag precedes the null. */
function nothing(plan: TypePlan, behindTag: boolean): JSONValue {
  if (plan.pointer && behindTag) return zeroValue(plan.type)
  return plan.nilable ? null : plan.zero()
}

/** Reports whether canonical JSON leaves out the value of a property. */
function isOmitted(property: PropertyPlan, value: JSONValue): boolean {
  if (property.always) return false
  if (value === null) return true
  if (property.pointer) return false
  if (property.kind === 'string') return value === ''
  return property.omits(value) || (property.omit === 'zero' && isZeroValue(property.type, value))
}

function put(target: JSONObject, property: PropertyPlan, value: JSONValue): void {
  if (property.name === '__proto__') setOwn(target, property.name, value)
  else target[property.name] = value
}
