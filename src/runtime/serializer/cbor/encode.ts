import type { JSONObject, JSONValue, StructDescriptor } from '../../../descriptor/types.js'
import { roomFor } from '../../../internal/backward-writer.js'
import { maxInt64 } from '../../../internal/int64.js'
import { retainClassInstance } from '../../../internal/retain-class-instance.js'
import { decodeBase64 } from '../../../scalar/base64.js'
import { canonicalDuration } from '../../../scalar/duration.js'
import { intOrStringFromJSON } from '../../../scalar/int-or-string.js'
import { canonicalMicroTime } from '../../../scalar/micro-time.js'
import { canonicalTime } from '../../../scalar/time.js'
import { canonicalQuantity } from '../quantity-text.js'
import { isZeroValue } from '../zero-value.js'
import { CBORError } from './cbor-error.js'
import { CBORWriter, Major } from './cbor-writer.js'
import { failure, mismatch, step } from './encode-error.js'
import { integerInRange } from './integer-in-range.js'
import { compareKeys, sortKeys } from './key-order.js'
import { type EntryOrder, MapEntries } from './map-entries.js'
import { selfDescribedTag } from './self-described.js'
import { type PropertyPlan, type StructPlan, structPlan, type TypePlan } from './struct-plan.js'
import { writeDeep } from './write-deep.js'

/** How {@link encodeCBOR} writes. */
export interface EncodeCBOROptions {
  /** Type of the value, for the bytes that Go writes for it. Without it the value is written as unstructured content. */
  readonly type?: StructDescriptor
  /** Write keys in the order of Kubernetes' deterministic mode (default), or in their own order, which is faster. */
  readonly deterministic?: boolean
  /** How properties are treated that the type does not declare. Default `keep`. */
  readonly unknownKeys?: 'keep' | 'drop'
  /** Write the self-described tag before the value; default true. */
  readonly selfDescribed?: boolean
}

/**
 * Writes a value as Kubernetes' CBOR serializer does: strings and keys as byte strings, bytes in tag 22, integers distinct
 * from floats, every head and float in its shortest form.
 *
 * Without a type a number that is a safe integer is written as an integer: JavaScript does not distinguish `1.0` from `1`.
 *
 * @throws CBORError with the field path for values that do not fit the type, NaN, infinities, integers beyond int64.
 */
export function encodeCBOR(value: JSONValue | object, options: EncodeCBOROptions = {}): Uint8Array {
  retainClassInstance(Encoder, () => new Encoder(new CBORWriter(), {}, 'ascii'))
  const writer = spare?.deref() ?? new CBORWriter(roomFor(lastLength))
  spare = undefined
  try {
    writeValue(writer, value, options)
  } catch (error) {
    throw error instanceof RangeError ? new CBORError('CBOREncode', 'exceeded max depth', { cause: error }) : error
  }
  if (options.selfDescribed ?? true) writer.bytes(selfDescribedTag)
  const bytes = writer.finish()
  lastLength = bytes.length
  writer.reset()
  spare = new WeakRef(writer)
  return bytes
}

/** Takes keys for ASCII, as nearly all are, and writes the value once more if one is not. */
function writeValue(writer: CBORWriter, value: JSONValue | object, options: EncodeCBOROptions): void {
  if (options.deterministic === false) {
    new Encoder(writer, options, 'kept').write(value, options.type)
    return
  }
  const encoder = new Encoder(writer, options, 'ascii')
  try {
    encoder.write(value, options.type)
    if (!encoder.metOtherKeys) return
  } catch (error) {
    if (!encoder.metOtherKeys) throw error
  }
  writer.reset()
  new Encoder(writer, options, 'exact').write(value, options.type)
}

/** A buffer for the next value, unless memory is needed before. */
let spare: WeakRef<CBORWriter> | undefined
/** How long the last one was. */
let lastLength = 0

const none: readonly string[] = []

class Encoder {
  private readonly writer: CBORWriter
  private readonly entries: MapEntries
  /** A key was not ASCII, so that the order of entries may be wrong. */
  metOtherKeys = false
  /** Properties that have a value, of all structs being written, and the values. */
  private readonly held: PropertyPlan[] = []
  private readonly values: JSONValue[] = []
  private readonly drops: boolean
  /** How many of them count; the rest is unused. */
  private top = 0

  constructor(writer: CBORWriter, options: EncodeCBOROptions, order: EntryOrder) {
    this.writer = writer
    this.entries = new MapEntries(order)
    this.drops = options.unknownKeys === 'drop'
  }

  /** Writes a value of a type, or of none. */
  write(value: JSONValue | object, type: StructDescriptor | undefined): void {
    if (type === undefined) this.untyped(value as JSONValue)
    else this.struct(structPlan(type), value as JSONObject)
  }

  /** Writes what Go's `interface{}` holds. The stack holds all but what is nested thousands of levels deep. */
  untyped(value: JSONValue | undefined): void {
    const before = this.writer.length
    const { end } = this.entries
    try {
      this.any(value)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      this.writer.truncate(before)
      this.entries.end = end
      writeDeep(this.writer, value, { scalar: (each) => this.any(each), keysOf: (map) => this.keysOf(map) })
    }
  }

  private any(value: JSONValue | undefined): void {
    const { writer } = this
    switch (typeof value) {
      case 'string':
        writer.string(value)
        return
      case 'number':
        if (Number.isSafeInteger(value)) writer.integer(value)
        else writer.float(value)
        return
      case 'boolean':
        writer.simple(value)
        return
      case 'bigint':
        if (value > maxInt64 || value < -maxInt64 - 1n) throw failure(`integer ${value} is beyond int64`)
        writer.integer(value)
        return
      case 'object':
        if (value === null) writer.simple(null)
        else if (Array.isArray(value)) this.anyList(value)
        else this.anyMap(value)
        return
      case 'undefined':
        writer.simple(null)
        return
      default:
        throw failure(`${typeof value} has no CBOR form`)
    }
  }

  private anyList(list: readonly JSONValue[]): void {
    let i = list.length - 1
    try {
      for (; i >= 0; i--) this.any(list[i])
    } catch (error) {
      throw step(error, `[${i}]`)
    }
    this.writer.head(Major.array, list.length)
  }

  private anyMap(map: JSONObject): void {
    const { entries } = this
    const base = entries.end
    entries.push(map)
    let count = 0
    let i = entries.end - 1
    try {
      for (; i >= base; i--) {
        const value = entries.values[i]
        if (value === undefined) continue
        this.any(value)
        this.key(entries.keys[i]!)
        count++
      }
    } catch (error) {
      throw step(error, `[${entries.keys[i]}]`)
    }
    entries.end = base
    this.writer.head(Major.map, count)
  }

  private key(key: string): void {
    const { wideTexts } = this.writer
    this.writer.string(key)
    if (this.writer.wideTexts !== wideTexts) this.metOtherKeys = true
  }

  private keysOf(map: JSONObject): string[] {
    const keys = Object.keys(map)
    if (this.entries.order !== 'kept' && keys.length > 1) sortKeys(keys)
    return keys
  }

  struct(plan: StructPlan, object: JSONObject): void {
    if (typeof object !== 'object' || object === null || Array.isArray(object)) throw mismatch(object, plan.goName)
    const base = this.top
    const undeclared = this.collect(plan, object) ? this.undeclared(plan, object) : none
    const { writer, held, values } = this
    const always = plan.sortedAlways
    let more = undeclared.length - 1
    let absent = always.length - 1
    let count = undeclared.length
    let property: PropertyPlan | undefined
    // Any text may be a key, the empty one too.
    let entry: string | undefined
    try {
      for (;;) {
        const present: PropertyPlan | undefined = this.top > base ? held[this.top - 1] : undefined
        property = absent >= 0 ? later(present, always[absent]!) : present
        while (more >= 0 && (property === undefined || compareKeys(undeclared[more]!, property.name) > 0)) {
          entry = undeclared[more--]!
          this.untyped(object[entry])
          writer.string(entry)
          entry = undefined
        }
        if (property === undefined) break
        if (absent >= 0 && property === always[absent]) absent--
        const value = property === present ? values[--this.top] : undefined
        if (!this.property(property, value)) continue
        writer.shortBytes(property.key)
        count++
      }
    } catch (error) {
      throw step(error, entry ?? property?.name ?? '')
    }
    writer.head(Major.map, count)
  }

  /** Properties that the type does not declare and that are written all the same, in the order of keys. */
  private undeclared(plan: StructPlan, object: JSONObject): readonly string[] {
    if (this.drops && plan.type.options.preserveUnknownFields !== true) return none
    const keys = Object.keys(object).filter((key) => !plan.byName.has(key) && object[key] !== undefined)
    sortKeys(keys)
    return keys
  }

  /**
   * Pushes the properties that have a value on the stack, in the order in which they are written. Returns true if there are
   * others that the type does not declare.
   */
  private collect(plan: StructPlan, object: JSONObject): boolean {
    const base = this.top
    let next = plan.first
    let last: PropertyPlan | undefined
    let undeclared = false
    for (const key in object) {
      let property = next
      if (property === undefined || property.name !== key) {
        property = plan.byName.get(key)
        if (property === undefined) {
          undeclared = true
          continue
        }
        if (last === undefined) plan.first = property
        else last.next = property
      }
      last = property
      next = property.next
      const value = object[key]
      if (value !== undefined && value !== null) this.insert(base, property, value)
    }
    return undeclared
  }

  private insert(base: number, property: PropertyPlan, value: JSONValue): void {
    const { held, values } = this
    let at = this.top++
    for (; at > base && held[at - 1]!.index > property.index; at--) {
      held[at] = held[at - 1]!
      values[at] = values[at - 1]!
    }
    held[at] = property
    values[at] = value
  }

  /** Writes the value of a property unless it is omitted. */
  private property(property: PropertyPlan, value: JSONValue | undefined): boolean {
    if (value === undefined) {
      if (!property.always) return false
      this.nothing(property)
      return true
    }
    if (property.kind === 'string' && typeof value === 'string') {
      if (value === '' && property.omits(value)) return false
      this.writer.string(value)
      return true
    }
    if (property.omits(value)) return false
    if (property.omit === 'zero' && !property.pointer && isZeroValue(property.type, canonical(property, value)))
      return false
    this.value(property, value)
    return true
  }

  /** Writes the form of an absent value. */
  private nothing(plan: TypePlan): void {
    if (plan.nilable) this.writer.simple(null)
    else this.value(plan, plan.zero())
  }

  /** Writes a value of a type; `null` is the zero value. */
  private value(plan: TypePlan, value: JSONValue): void {
    const { writer } = this
    switch (plan.kind) {
      case 'struct':
        this.struct(plan.struct, value === null ? {} : (value as JSONObject))
        return
      case 'string':
        writer.string(value === null ? '' : text(value))
        return
      case 'list':
        this.list(plan, value)
        return
      case 'map':
        this.map(plan, value)
        return
      case 'any':
      case 'rawExtension':
      case 'fieldsV1':
      case 'json':
        this.untyped(value)
        return
      case 'variant':
        this.variant(plan, value)
        return
      default:
        this.scalar(plan, value)
    }
  }

  private list(plan: TypePlan, value: JSONValue): void {
    if (value === null) {
      this.writer.simple(null)
      return
    }
    if (!Array.isArray(value)) throw mismatch(value, 'list')
    const element = plan.element!
    let i = value.length - 1
    try {
      for (; i >= 0; i--) this.element(element, value[i])
    } catch (error) {
      throw step(error, `[${i}]`)
    }
    this.writer.head(Major.array, value.length)
  }

  private map(plan: TypePlan, value: JSONValue): void {
    if (value === null) {
      this.writer.simple(null)
      return
    }
    if (typeof value !== 'object' || Array.isArray(value)) throw mismatch(value, 'map')
    const { entries } = this
    const element = plan.element!
    const base = entries.end
    entries.push(value)
    const count = entries.end - base
    let i = entries.end - 1
    try {
      for (; i >= base; i--) {
        this.element(element, entries.values[i])
        this.key(entries.keys[i]!)
      }
    } catch (error) {
      throw step(error, `[${entries.keys[i]}]`)
    }
    entries.end = base
    this.writer.head(Major.map, count)
  }

  private element(plan: TypePlan, value: JSONValue | undefined): void {
    if (value === null || value === undefined) this.nothing(plan)
    else this.value(plan, value)
  }

  private variant(plan: TypePlan, value: JSONValue): void {
    const orBool = plan.type.kind === 'variant' && plan.type.shape === 'orBool'
    if (orBool && (value === null || typeof value === 'boolean')) this.writer.simple(value ?? false)
    else if (value === null || (!orBool && Array.isArray(value) && value.length === 0)) this.writer.simple(null)
    else if (!orBool && Array.isArray(value)) this.list(plan.variant.list, value)
    else this.struct(plan.variant.schema.struct, value as JSONObject)
  }

  private scalar(plan: TypePlan, value: JSONValue): void {
    const { writer } = this
    switch (plan.kind) {
      case 'bool':
        if (typeof value !== 'boolean' && value !== null) throw mismatch(value, 'bool')
        writer.simple(value ?? false)
        return
      case 'float':
      case 'double':
        if (typeof value !== 'number' && typeof value !== 'bigint') throw mismatch(value, 'float64')
        writer.float(plan.kind === 'float' ? Math.fround(Number(value)) : Number(value))
        return
      case 'bytes':
        if (value === null) writer.simple(null)
        else writer.laterBase64(decodeBase64(text(value)))
        return
      case 'int32':
      case 'int64':
      case 'uint32':
      case 'uint64':
        writer.integer(integerInRange(plan.kind, value ?? 0))
        return
      default:
        this.any(canonical(plan, value))
    }
  }
}

/** Which of two properties comes later in the order of CBOR. */
function later(a: PropertyPlan | undefined, b: PropertyPlan): PropertyPlan {
  return a !== undefined && a.index >= b.index ? a : b
}

/** The JSON that Go writes for a scalar with a meaning. */
function canonical(plan: TypePlan, value: JSONValue): JSONValue {
  switch (plan.kind) {
    case 'time':
      return canonicalTime(value)
    case 'microTime':
      return canonicalMicroTime(value)
    case 'duration':
      return canonicalDuration(value ?? '0s')
    case 'quantity':
      return canonicalQuantity(value)
    case 'intOrString':
      return intOrStringFromJSON(value)
    default:
      return value
  }
}

function text(value: JSONValue): string {
  if (typeof value === 'string') return value
  throw mismatch(value, 'string')
}
