import type { IntegerRule } from '../../../descriptor/read-scalar.js'
import type { JSONObject, JSONValue, StructDescriptor } from '../../../descriptor/types.js'
import { messageOf } from '../../../errors/message-of.js'
import { setOwn } from '../../../json/json-value.js'
import { isFieldsText } from './fields-text.js'
import { keyTag, textValueTag } from './map-entry-tags.js'
import { addZeroMembers, createMessage, isEmptyMember, ownMember, setMember, unfoldMember } from './message-members.js'
import { joinPath, ProtobufError } from './protobuf-error.js'
import { readScalar, type ScalarContext } from './read-scalar.js'
import { type FieldPlan, planOf, Reading, type StructPlan } from './struct-plan.js'
import { keepUnknownField } from './unknown-fields.js'
import { WireReader } from './wire-reader.js'

/** How {@link fromBinary} reads. */
export interface FromBinaryOptions {
  /** How fields are treated that the type does not declare. Default `skip`, as in Go. */
  readonly unknownFields?: 'skip' | 'keep' | 'error'
  /** How 64-bit integers outside ±(2^53−1) are read. Default: an error that names the field. */
  readonly integers?: IntegerRule
  /** Deepest nesting of messages that is read. Default 500. */
  readonly maxDepth?: number
  /**
   * Reads the content of a `RawExtension` that is not JSON text; returns `undefined` for bytes of an unknown format.
   */
  readonly readEmbedded?: (bytes: Uint8Array) => JSONValue | undefined
  /** The object to fill, for instance an instance of a kind class. Default: a new plain object. */
  readonly target?: object
}

/** Nesting that no Kubernetes object comes near and every stack can bear. */
export const defaultMaxDepth = 500

/**
 * Reads a protobuf message into the canonical JSON of the type. Accepts every valid encoding: fields in any order, repeated
 * and split ones merged, packed and unpacked lists.
 *
 * @throws ProtobufError with field path and offset for truncated, malformed or too deeply nested input, and for values
 * without a JSON form (a time outside the years 0–9999, NaN, an integer beyond ±(2^53−1) unless `integers` is `bigint`).
 */
export function fromBinary(type: StructDescriptor, bytes: Uint8Array, options: FromBinaryOptions = {}): JSONObject {
  return readInto((options.target ?? {}) as JSONObject, { type, bytes }, options)
}

/**
 * A reader between two messages. V8 discards the code optimised for a class when a garbage collection finds no object of its
 * hidden class, and the next messages then take two to three times as long.
 */
let idle: MessageReader | undefined

/** As {@link fromBinary}, into an object that the options need not name. */
export function readInto(
  target: JSONObject,
  { type, bytes }: { readonly type: StructDescriptor; readonly bytes: Uint8Array },
  options: FromBinaryOptions,
): JSONObject {
  // Messages inside of messages find none, and make one.
  const reader = idle ?? new MessageReader()
  idle = undefined
  try {
    reader.begin(bytes, options)
    reader.message(planOf(type), target, false)
  } finally {
    reader.leave()
    idle = reader
  }
  return target
}

/** Bytes that values of map entries may take beyond their entries, in a whole message. */
const mostReadAgain = 65_536

/** Tag of the only field of a message that holds JSON text. */
const rawTag = 0x0a

/** Every bit that a {@link FieldPlan} may have. */
const everyField = 0x7fff_ffff

const nothing: Uint8Array = /* @__PURE__ */ new Uint8Array()

class MessageReader implements ScalarContext {
  readonly wire: WireReader = new WireReader(nothing)
  bigint = false
  readEmbedded: ((bytes: Uint8Array) => JSONValue | undefined) | undefined = undefined
  private unknownFields: 'skip' | 'keep' | 'error' = 'skip'
  private maxDepth: number = defaultMaxDepth
  private depth = 0
  /** Elements of the lists being read, up to {@link top}: lists are made when their length is known. */
  private readonly scratch: JSONValue[] = []
  private top = 0
  /** How many bytes have been read again, see {@link entry}. */
  private again = 0
  /** Key of the map entry being read, for error paths. */
  private key = ''

  /** Makes ready for a message. */
  begin(bytes: Uint8Array, options: FromBinaryOptions): void {
    this.wire.open(bytes)
    this.bigint = options.integers === 'bigint'
    this.readEmbedded = options.readEmbedded
    this.unknownFields = options.unknownFields ?? 'skip'
    this.maxDepth = options.maxDepth ?? defaultMaxDepth
    this.depth = 0
    this.top = 0
    this.again = 0
  }

  /** Releases references to the message. */
  leave(): void {
    this.wire.open(nothing)
    this.readEmbedded = undefined
    this.scratch.length = 0
    this.key = ''
  }

  /**
   * Reads fields into `target` up to the end of the message, then adds what canonical JSON always has.
   *
   * @param merging - `target` was read from another part of the same message before.
   */
  message(plan: StructPlan, target: JSONObject, merging: boolean): void {
    const seen = this.fields(plan, target, merging)
    if ((seen & plan.always) !== plan.always) addZeroMembers(plan, target, seen)
  }

  private fields(plan: StructPlan, target: JSONObject, merging: boolean): number {
    const { wire } = this
    if (++this.depth > this.maxDepth) throw wire.fail(`exceeded max depth ${this.maxDepth}`)
    const { byTag } = plan
    const { end } = wire
    let seen = merging ? everyField : 0
    let field: FieldPlan | undefined
    try {
      while (wire.pos < end) {
        const start = wire.pos
        const tag = wire.tag()
        field = tag < byTag.length ? byTag[tag] : plan.field(tag)
        if (field === undefined) {
          field = this.misfit(plan, tag)
          if (field === undefined) this.unknown(target, { tag, start })
          else this.packed(field, target)
        } else {
          this.field(field, target, (seen & field.bit) !== 0)
        }
        if (field !== undefined) seen |= field.bit
      }
      if (wire.pos > end) throw wire.eof()
    } catch (error) {
      throw field === undefined ? error : this.at(error, field)
    }
    this.depth--
    return seen
  }

  /** Reads one field; `again` when it may already have a value. */
  private field(field: FieldPlan, target: JSONObject, again: boolean): void {
    switch (field.reading) {
      case Reading.string: {
        const text = this.wire.string()
        if (text !== '' || !field.dropsZero) setMember(target, field, text)
        else if (again) delete target[field.name]
        return
      }
      case Reading.struct:
        setMember(target, field, this.submessage(field, again ? ownMember(target, field) : undefined))
        return
      case Reading.list:
        this.list(field, target, again)
        return
      case Reading.map:
        this.map(field, target, again)
        return
      case Reading.inline:
        this.inlined(field, target, again)
        return
      case Reading.special:
        setMember(target, field, this.special(field, again ? ownMember(target, field) : undefined))
        return
      case Reading.fieldsV1:
        if (again || !this.deferred(field, target)) this.scalar(field, target, again)
        return
      default:
        this.scalar(field, target, again)
    }
  }

  private scalar(field: FieldPlan, target: JSONObject, again: boolean): void {
    const value = readScalar(this, field, again ? ownMember(target, field) : undefined)
    if (!field.dropsZero || !isEmptyMember(field, value)) setMember(target, field, value)
    else if (again) delete target[field.name]
  }

  /**
   * Keeps the text of a field set, to be parsed when the program reads it: it may be half of the bytes of a list, and few
   * programs need it. Returns false without reading if the text must be parsed now.
   */
  private deferred(field: FieldPlan, target: JSONObject): boolean {
    const { wire } = this
    const before = wire.pos
    const stop = wire.stop()
    if (this.isFieldsMessage(stop)) {
      field.deferred.define(target, wire.longText(wire.pos, stop))
      wire.pos = stop
      return true
    }
    wire.pos = before
    return false
  }

  /** Reads the tag and the length of the text in a message up to `stop`, and reports whether its value can wait. */
  private isFieldsMessage(stop: number): boolean {
    const { wire } = this
    if (wire.pos === stop || wire.bytes[wire.pos++] !== rawTag) return false
    return wire.stop() === stop && isFieldsText(wire.bytes, wire.pos, stop)
  }

  /** Reads a length and a message of the field's type into `held`, or into a new object. */
  private submessage(field: FieldPlan, held: JSONValue | undefined): JSONObject {
    const { wire } = this
    const outer = wire.end
    wire.end = wire.stop()
    const merging = typeof held === 'object' && held !== null
    const target = merging ? (held as JSONObject) : createMessage(field.plan)
    this.message(field.plan, target, merging)
    wire.end = outer
    return target
  }

  /** Reads the message of an inlined struct into the object around it. */
  private inlined(field: FieldPlan, target: JSONObject, again: boolean): void {
    const { wire } = this
    const outer = wire.end
    wire.end = wire.stop()
    this.message(field.plan, target, again)
    wire.end = outer
  }

  /** Reads elements as long as the same tag comes again. */
  private list(field: FieldPlan, target: JSONObject, again: boolean): void {
    const held = again ? ownMember(target, field) : undefined
    const element = field.element!
    const { wire, scratch } = this
    const { tag } = field
    const base = this.top
    let next: number
    try {
      do {
        const value = element.reading === Reading.struct ? this.submessage(element, undefined) : this.value(element)
        scratch[this.top++] = value
        next = wire.pos
      } while (next < wire.end && wire.tag() === tag)
    } catch (error) {
      throw this.within(error, `[${(Array.isArray(held) ? held.length : 0) + this.top - base}]`)
    }
    wire.pos = next
    if (Array.isArray(held)) for (let i = base; i < this.top; i++) held.push(scratch[i]!)
    else setMember(target, field, scratch.slice(base, this.top))
    this.top = base
  }

  private map(field: FieldPlan, target: JSONObject, again: boolean): void {
    const held = again ? ownMember(target, field) : undefined
    const map = (typeof held === 'object' && held !== null ? held : {}) as JSONObject
    if (map !== held) setMember(target, field, map)
    const element = field.element!
    const { wire } = this
    let next: number
    do {
      const stop = wire.stop()
      const value = this.entry(element, stop)
      if (this.key === '__proto__') setOwn(map, this.key, value)
      else map[this.key] = value
      if (wire.pos > stop) this.readAgain(wire.pos - stop)
      wire.pos = stop
      next = stop
    } while (next < wire.end && wire.tag() === field.tag)
    wire.pos = next
  }

  /**
   * Reads a map entry: leaves the key in {@link key} and returns the value. As in gogo, key and value have to end with the
   * message at the latest, and what they take beyond the entry is read again, up to {@link mostReadAgain}.
   */
  private entry(element: FieldPlan, stop: number): JSONValue {
    const { wire } = this
    let value: JSONValue | undefined
    this.key = ''
    if (element.kind === 'string' && wire.bytes[wire.pos] === keyTag && wire.pos < stop) {
      wire.pos++
      this.key = wire.string()
      if (wire.bytes[wire.pos] === textValueTag && wire.pos < stop) {
        wire.pos++
        value = wire.string()
        if (wire.pos === stop) return value
      }
    }
    while (wire.pos < stop) {
      const tag = wire.tag()
      // gogo checks only the number: with any wire type, the bytes are read as the type requires.
      if (tag >>> 3 === 1) this.key = wire.string()
      else if (tag >>> 3 === 2) value = this.entryValue(element)
      else this.skipWithin(tag, stop)
    }
    if (wire.pos > wire.end) throw wire.eof()
    return value ?? (element.kind === 'bytes' ? '' : this.absent(element))
  }

  /** Entries inside each other's values would otherwise take time without end. */
  private readAgain(bytes: number): void {
    this.again += bytes
    if (this.again > mostReadAgain) throw this.wire.fail('proto: map values reach beyond their entries')
  }

  private skipWithin(tag: number, stop: number): void {
    this.wire.skip(tag & 7)
    if (this.wire.pos > stop) throw this.wire.eof()
  }

  private entryValue(element: FieldPlan): JSONValue {
    const { key } = this
    try {
      const value = this.value(element)
      this.key = key
      return value
    } catch (error) {
      this.key = key
      throw error
    }
  }

  private absent(element: FieldPlan): JSONValue {
    return element.kind === 'wrapped' ? [] : element.zero()
  }

  /** Reads a list element or a map value. */
  private value(element: FieldPlan): JSONValue {
    switch (element.reading) {
      case Reading.string:
        return this.wire.string()
      case Reading.struct:
        return this.submessage(element, undefined)
      case Reading.special:
        return this.special(element, undefined)
      case Reading.list:
      case Reading.map:
      case Reading.inline:
        throw this.wire.fail(`${element.kind} has no protobuf form here`)
      default:
        return readScalar(this, element, undefined)
    }
  }

  /** Reads the messages that JSON shows as something else than an object. */
  private special(field: FieldPlan, held: JSONValue | undefined): JSONValue {
    const { wire } = this
    const outer = wire.end
    wire.end = wire.stop()
    const message: JSONObject = {}
    if (held !== undefined) unfoldMember(field, message, held)
    this.fields(field.plan, message, held !== undefined)
    wire.end = outer
    if (field.kind === 'wrapped') return message.items ?? []
    const { schema, allows, jSONSchemas, property } = message
    if (allows !== undefined || (field.type.kind === 'variant' && field.type.shape === 'orBool')) {
      return schema ?? allows ?? false
    }
    return jSONSchemas ?? property ?? schema ?? null
  }

  /** A declared field with another wire type: fine when it is a packed list, an error otherwise. */
  private misfit(plan: StructPlan, tag: number): FieldPlan | undefined {
    const number = Math.floor(tag / 8)
    const wireType = tag & 7
    if (wireType === 4) throw this.wire.fail(`proto: ${plan.name}: wiretype end group for non-group`)
    if (number <= 0) throw this.wire.fail(`proto: ${plan.name}: illegal tag ${number} (wire type ${tag})`)
    const field = plan.fieldNumbered(number)
    if (field === undefined) return undefined
    if (field.kind === 'list' && wireType === 2 && (field.tag & 7) !== 2) return field
    throw this.wire.fail(`proto: wrong wireType = ${wireType} for field ${field.name}`)
  }

  private packed(field: FieldPlan, target: JSONObject): void {
    const { wire } = this
    const element = field.element!
    const outer = wire.end
    wire.end = wire.stop()
    if (wire.pos < wire.end) {
      const held = ownMember(target, field)
      const list: JSONValue[] = Array.isArray(held) ? held : []
      if (list !== held) setMember(target, field, list)
      while (wire.pos < wire.end) list.push(this.value(element))
      if (wire.pos > wire.end) throw wire.eof()
    }
    wire.end = outer
  }

  private unknown(target: JSONObject, place: { readonly tag: number; readonly start: number }): void {
    const { wire } = this
    if (this.unknownFields === 'error') throw wire.fail(`unknown field ${Math.floor(place.tag / 8)}`)
    wire.skip(place.tag & 7)
    if (this.unknownFields === 'keep') keepUnknownField(target, wire.bytes.slice(place.start, wire.pos))
  }

  /** Adds the field to the path of an error that came from reading it. */
  private at(error: unknown, field: FieldPlan): unknown {
    if (field.kind === 'inline') return error
    return this.within(error, field.kind === 'map' ? `${field.name}[${this.key}]` : field.name)
  }

  private within(error: unknown, step: string): ProtobufError {
    const failure = error instanceof ProtobufError ? error : this.wire.fail(messageOf(error), error)
    return new ProtobufError('ProtobufDecode', failure.message, {
      path: joinPath(step, failure.path ?? ''),
      offset: failure.offset,
      cause: failure.cause,
    })
  }
}
