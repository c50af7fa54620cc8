import type { JSONObject, JSONValue, StructDescriptor } from '../../../descriptor/types.js'
import { messageOf } from '../../../errors/message-of.js'
import { compareStrings } from '../../../internal/compare-strings.js'
import { retainClassInstance } from '../../../internal/retain-class-instance.js'
import { defaultMaxDepth } from './decode.js'
import { keyTag, textValueTag } from './map-entry-tags.js'
import { joinPath, ProtobufError } from './protobuf-error.js'
import { type FieldPlan, planOf, Reading, type StructPlan } from './struct-plan.js'
import { unknownFieldsOf } from './unknown-fields.js'
import { WireWriter, written } from './wire-writer.js'
import { mismatch, writeScalar } from './write-scalar.js'

/** How {@link toBinary} writes. */
export interface ToBinaryOptions {
  /** Deepest nesting of messages that is written. Default 500. */
  readonly maxDepth?: number
  /** How properties are treated that the type does not declare: protobuf has no form for them. Default `error`. */
  readonly unknownFields?: 'error' | 'drop'
}

/**
 * Writes an object as protobuf with the bytes that Go writes for it.
 *
 * @throws ProtobufError with the field path for values that the type does not have, for properties that it does not declare
 * (unless they are to be dropped), and for nesting that is too deep.
 */
export function toBinary(type: StructDescriptor, value: object, options: ToBinaryOptions = {}): Uint8Array {
  return written((writer) => writeMessage(writer, { type, value }, options))
}

/**
 * Writes the message of an object before what `writer` has; see {@link toBinary}.
 *
 * @throws ProtobufError.
 */
export function writeMessage(
  writer: WireWriter,
  message: { readonly type: StructDescriptor; readonly value: object },
  options: ToBinaryOptions = {},
): void {
  retainClassInstance(MessageWriter, () => new MessageWriter(new WireWriter(), {}))
  new MessageWriter(writer, options).message(planOf(message.type), message.value as JSONObject)
}

const none: JSONObject = /* @__PURE__ */ Object.freeze({})

class MessageWriter {
  private readonly writer: WireWriter
  private readonly maxDepth: number
  private readonly drops: boolean
  private depth = 0
  /** Fields that have a value, of all messages being written, and the values. */
  private readonly held: FieldPlan[] = []
  private readonly values: JSONValue[] = []
  /** How many of them there are; what lies beyond is left over. */
  private top = 0

  constructor(writer: WireWriter, options: ToBinaryOptions) {
    this.writer = writer
    this.maxDepth = options.maxDepth ?? defaultMaxDepth
    this.drops = options.unknownFields === 'drop'
  }

  /** Writes the fields of a struct, the last one first; of an inlined one, those that it declares itself. */
  message(plan: StructPlan, object: JSONObject, inlined = false): void {
    if (++this.depth > this.maxDepth) throw new ProtobufError('ProtobufEncode', `exceeded max depth ${this.maxDepth}`)
    const unknown = unknownFieldsOf(object)
    if (unknown !== undefined) this.writer.bytes(unknown)
    const base = this.top
    this.collect(plan, object, inlined)
    const { required } = plan
    let missing = required.length - 1
    let field: FieldPlan | undefined
    try {
      while (this.top > base) {
        const held = this.held[--this.top]!
        const value = this.values[this.top] as JSONValue
        for (; missing >= 0 && required[missing]!.index >= held.index; missing--) {
          field = required[missing]!
          if (field !== held) this.absent(field, object)
        }
        field = held
        this.field(held, value)
      }
      for (; missing >= 0; missing--) {
        field = required[missing]!
        this.absent(field, object)
      }
    } catch (error) {
      throw field === undefined || field.kind === 'inline' ? error : this.at(error, field.name)
    }
    this.depth--
  }

  /** Pushes the fields that have a value on the stack, in ascending order: cheaper than testing each declared field. */
  private collect(plan: StructPlan, object: JSONObject, inlined: boolean): void {
    const base = this.top
    let top = base
    let next = plan.first
    let last: FieldPlan | undefined
    let ordered = true
    for (const key in object) {
      let field = next
      if (field === undefined || field.name !== key) {
        field = plan.byName.get(key)
        if (field === undefined) {
          if (!inlined && !this.drops && !this.isInEnvelope(key)) refuseUnknown(plan, object, key)
          continue
        }
        if (last === undefined) plan.first = field
        else last.next = field
      }
      if (last !== undefined && last.index > field.index) ordered = false
      last = field
      next = field.next
      const value = field.reading === Reading.fieldsV1 ? heldFieldSet(field, object) : object[key]
      if (value === undefined || value === null) continue
      this.held[top] = field
      this.values[top] = value
      top++
    }
    this.top = top
    if (!ordered) this.order(base)
  }

  /** The kind of the whole object is written with the envelope. */
  private isInEnvelope(key: string): boolean {
    return this.depth === 1 && (key === 'apiVersion' || key === 'kind')
  }

  /** Sorts the fields that {@link collect} pushed from `base` on; mostly all but one or two are in order. */
  private order(base: number): void {
    const { held, values } = this
    for (let i = base + 1; i < this.top; i++) {
      const field = held[i]!
      const value = values[i] as JSONValue
      let at = i
      for (; at > base && held[at - 1]!.index > field.index; at--) {
        held[at] = held[at - 1]!
        values[at] = values[at - 1]!
      }
      held[at] = field
      values[at] = value
    }
  }

  private field(field: FieldPlan, value: JSONValue): void {
    switch (field.kind) {
      case 'list':
        this.list(field, value)
        return
      case 'map':
        this.map(field, value)
        return
      case 'string':
        if (typeof value !== 'string') throw mismatch(value, 'string')
        this.writer.string(value)
        break
      default:
        this.value(field, value)
    }
    this.writer.varint(field.tag)
  }

  /** Writes a value without its tag. */
  private value(field: FieldPlan, value: JSONValue): void {
    switch (field.kind) {
      case 'struct':
        if (typeof value !== 'object' || Array.isArray(value)) throw mismatch(value, field.plan.name)
        this.submessage(field, value ?? none)
        return
      case 'wrapped':
      case 'variant':
        this.submessage(field, special(field, value))
        return
      case 'list':
      case 'map':
      case 'inline':
        throw new ProtobufError('ProtobufEncode', `${field.kind} has no protobuf form here`)
      default:
        writeScalar(this.writer, field.kind, value)
    }
  }

  /** Writes a message and its length; for an inlined one its tag as well. */
  private submessage(field: FieldPlan, object: JSONObject): void {
    const { writer } = this
    const before = writer.length
    this.message(field.plan, object, field.kind === 'inline')
    writer.varint(writer.length - before)
    if (field.kind === 'inline') writer.varint(field.tag)
  }

  /** Writes a field for which the object has no own value, and for which Go has no nil. */
  private absent(field: FieldPlan, object: JSONObject): void {
    if (field.kind === 'inline') {
      this.submessage(field, object)
      return
    }
    this.value(field, null)
    this.writer.varint(field.tag)
  }

  private list(field: FieldPlan, value: JSONValue): void {
    if (!Array.isArray(value)) throw mismatch(value, 'list')
    const element = field.element!
    let i = value.length - 1
    try {
      for (; i >= 0; i--) {
        const item = value[i]
        if (element.kind === 'string' && typeof item === 'string') this.writer.string(item)
        else this.value(element, item ?? null)
        this.writer.varint(field.tag)
      }
    } catch (error) {
      throw this.at(error, `[${i}]`)
    }
  }

  private map(field: FieldPlan, value: JSONValue): void {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw mismatch(value, 'map')
    const { writer } = this
    const element = field.element!
    const keys = sorted(Object.keys(value))
    let key = ''
    try {
      for (let i = keys.length - 1; i >= 0; i--) {
        key = keys[i]!
        const before = writer.length
        const item = value[key]
        if (typeof item === 'string' && element.kind === 'string') {
          writer.string(item)
          writer.byte(textValueTag)
        } else if (item !== undefined && (item !== null || element.kind !== 'bytes')) {
          this.value(element, item)
          writer.varint(element.tag)
        }
        writer.string(key)
        writer.byte(keyTag)
        writer.varint(writer.length - before)
        writer.varint(field.tag)
      }
    } catch (error) {
      throw this.at(error, `[${key}]`)
    }
  }

  /** Adds a step to the path of an error that came from writing a value. */
  private at(error: unknown, step: string): ProtobufError {
    const failure = error instanceof ProtobufError ? error : undefined
    return new ProtobufError('ProtobufEncode', messageOf(error), {
      path: joinPath(step, failure?.path ?? ''),
      cause: failure === undefined ? error : failure.cause,
    })
  }
}

/** A field set, or its text if it was read and not parsed since: `writeScalar` takes both. */
function heldFieldSet(field: FieldPlan, object: JSONObject): JSONValue | undefined {
  return (field.deferred.waiting(object) as JSONValue | undefined) ?? object[field.name]
}

/** Nothing is lost silently. */
function refuseUnknown(plan: StructPlan, object: JSONObject, key: string): void {
  if (plan.type.propertyByName.has(key) || !Object.hasOwn(object, key) || object[key] === undefined) return
  throw new ProtobufError(
    'ProtobufEncode',
    `${plan.name} declares no such field, and protobuf has no form for others`,
    {
      path: key,
    },
  )
}

/** Sorts as Go does, by UTF-8 bytes. Few keys are usually in order already. */
function sorted(keys: string[]): string[] {
  for (let i = 1; i < keys.length; i++) {
    if (compareStrings(keys[i - 1]!, keys[i]!) > 0) return keys.sort(compareStrings)
  }
  return keys
}

/** The message behind a value that JSON shows as something else than an object. */
function special(field: FieldPlan, value: JSONValue): JSONObject {
  if (field.type.kind !== 'variant') {
    if (value !== null && !Array.isArray(value)) throw mismatch(value, 'list')
    return { items: value }
  }
  const { shape } = field.type
  if (value === null) return none
  if (shape === 'orBool' && typeof value === 'boolean') return { allows: value }
  if (typeof value !== 'object') throw mismatch(value, field.plan.name)
  if (!Array.isArray(value)) return shape === 'orBool' ? { allows: true, schema: value } : { schema: value }
  if (shape === 'orBool') throw mismatch(value, field.plan.name)
  return shape === 'orArray' ? { jSONSchemas: value } : { property: value }
}
