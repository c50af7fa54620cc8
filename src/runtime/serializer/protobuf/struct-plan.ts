import { struct as declareStruct, list, scalar } from '../../../descriptor/build.js'
import type {
  FieldDescriptor,
  JSONObject,
  JSONValue,
  ScalarKind,
  StructDescriptor,
  TypeDescriptor,
  VariantDescriptor,
} from '../../../descriptor/types.js'
import { DeferredProperty } from '../../../internal/deferred-property.js'
import { weakMemo } from '../../../internal/weak-memo.js'
import { plainObjectFactory } from '../plain-object.js'
import { isAlwaysWritten, isGoStruct, zeroValue } from '../zero-value.js'

/** How reader and writer treat a field. */
export type FieldKind = ScalarKind | 'struct' | 'inline' | 'list' | 'map' | 'wrapped' | 'variant'

/** The ways to read a field, ordered by frequency. A switch over numbers is a jump. */
export const Reading = {
  string: 0,
  struct: 1,
  list: 2,
  map: 3,
  inline: 4,
  special: 5,
  bool: 6,
  int32: 7,
  int64: 8,
  time: 9,
  fieldsV1: 10,
  scalar: 11,
} as const

const readings: Readonly<Record<string, number>> = { ...Reading, wrapped: Reading.special, variant: Reading.special }

const varint = 0
const fixed64 = 1
const delimited = 2
const fixed32 = 5
/** Fields from this position on share one bit of {@link FieldPlan.bit}. */
const lastBit = 30
const plainMessage: StructDescriptor = /* @__PURE__ */ declareStruct('', () => [])

/** Everything about one field that reading and writing it needs, worked out once. */
export class FieldPlan {
  readonly name: string
  readonly kind: FieldKind
  /** One of {@link Reading}. */
  readonly reading: number
  readonly type: TypeDescriptor
  readonly pointer: boolean
  /** Protobuf number and wire type as on the wire: `number << 3 | wire type`. */
  readonly tag: number
  /** Go has a nil for it, which is not written. Everything else always is. */
  readonly nilable: boolean
  /** A zero value is omitted from canonical JSON. */
  readonly dropsZero: boolean
  /** Canonical JSON has the field even when the message has not. */
  readonly alwaysThere: boolean
  /** Bit of the field in a set of fields seen; fields past the 30th share one. */
  readonly bit: number
  /** A name that plain objects inherit, `__proto__` or `toString`: needs own-property care. */
  readonly inherited: boolean
  /** For lists and maps: their elements or values. */
  readonly element: FieldPlan | undefined
  /** Position among the fields of the message. */
  readonly index: number
  /** The field that followed this one last time: objects of one type mostly repeat their order. */
  next: FieldPlan | undefined = undefined
  private resolved: StructPlan | undefined = undefined
  private deferredProperty: DeferredProperty<JSONValue> | undefined = undefined

  constructor(field: FieldDescriptor, index: number) {
    this.name = field.name
    this.index = index
    this.type = field.type
    this.pointer = field.pointer
    this.kind = fieldKind(field)
    this.reading = readings[this.kind] ?? Reading.scalar
    this.nilable = field.pointer || ['list', 'wrapped', 'map', 'bytes', 'any'].includes(this.kind)
    this.dropsZero = !field.pointer && (field.omit === 'zero' || (field.omit === 'empty' && !isGoStruct(field.type)))
    this.alwaysThere = isAlwaysWritten(field)
    this.bit = 1 << Math.min(index, lastBit)
    this.inherited = field.name in Object.prototype
    this.element = elementPlan(field.type)
    const wireKind = this.kind === 'list' && this.element !== undefined ? this.element.kind : this.kind
    this.tag = field.number * 8 + wireTypeOf(wireKind)
  }

  /** Plan of the message that holds the value: of a struct, a variant or a wrapped list. */
  get plan(): StructPlan {
    return this.resolved ?? this.resolve()
  }

  private resolve(): StructPlan {
    this.resolved = planOf(wrapperType(this.type))
    return this.resolved
  }

  /** The property that this field becomes when its text is kept to be parsed later. */
  get deferred(): DeferredProperty<JSONValue> {
    this.deferredProperty ??= new DeferredProperty<JSONValue>(this.name, JSON.parse)
    return this.deferredProperty
  }

  /** A bit shared by several fields means only that one of them was present. */
  get sharesBit(): boolean {
    return this.bit === 1 << lastBit
  }

  zero(): JSONValue {
    return this.pointer ? null : zeroValue(this.type)
  }
}

/** A struct as protobuf sees it. */
export class StructPlan {
  readonly name: string
  readonly type: StructDescriptor
  /** By ascending number, which is the order on the wire. */
  readonly fields: readonly FieldPlan[]
  /** Fields that are written even when an object has no value for them, and inlined ones; by ascending number. */
  readonly required: readonly FieldPlan[]
  /** By JSON name, without inlined ones. */
  readonly byName: ReadonlyMap<string, FieldPlan>
  /** The field that came first last time. */
  first: FieldPlan | undefined = undefined
  /** By tag, for tags below {@link tableSize}. */
  readonly byTag: readonly (FieldPlan | undefined)[]
  /** Bits of the fields that must be there, and those fields. */
  readonly always: number
  readonly alwaysFields: readonly FieldPlan[]
  readonly #others: ReadonlyMap<number, FieldPlan>
  /** Makes the plain objects that this struct is read into. */
  readonly create: new () => JSONObject = plainObjectFactory()

  constructor(type: StructDescriptor) {
    this.type = type
    this.name = type.name.slice(type.name.lastIndexOf('.') + 1)
    const numbered = type.fields.filter((field) => field.number > 0).sort((a, b) => a.number - b.number)
    this.fields = numbered.map((field, index) => new FieldPlan(field, index))
    this.required = this.fields.filter((field) => field.kind === 'inline' || !field.nilable)
    this.byName = new Map(this.fields.filter((field) => field.kind !== 'inline').map((field) => [field.name, field]))
    this.byTag = tableOf(this.fields)
    this.#others = new Map(this.fields.map((field) => [field.tag, field]))
    const unnumbered = type.fields.filter((field) => field.number === 0 && !field.inline && isAlwaysWritten(field))
    this.alwaysFields = [
      ...this.fields.filter((field) => field.alwaysThere || field.kind === 'inline'),
      ...unnumbered.map((field) => new FieldPlan(field, lastBit)),
    ]
    this.always = this.alwaysFields.reduce((bits, field) => bits | field.bit, 0)
    if (this.alwaysFields.some((field) => field.sharesBit)) this.always |= 1 << 31
  }

  /** The field with this tag, wire type included. */
  field(tag: number): FieldPlan | undefined {
    return this.#others.get(tag)
  }

  /** The field with this number, with any wire type. */
  fieldNumbered(number: number): FieldPlan | undefined {
    return this.fields.find((field) => field.tag >>> 3 === number)
  }
}

/** Tags below this are found in a table. */
const tableSize = 1024

function tableOf(fields: readonly FieldPlan[]): (FieldPlan | undefined)[] {
  const tags = fields.map((field) => field.tag).filter((tag) => tag < tableSize)
  const table = new Array<FieldPlan | undefined>(Math.max(0, ...tags) + 1).fill(undefined)
  for (const field of fields) if (field.tag < table.length) table[field.tag] = field
  return table
}

function fieldKind(field: FieldDescriptor): FieldKind {
  if (field.inline) return 'inline'
  return field.type.kind === 'list' && field.type.message !== undefined ? 'wrapped' : field.type.kind
}

function wireTypeOf(kind: FieldKind): number {
  switch (kind) {
    case 'bool':
    case 'int32':
    case 'int64':
    case 'uint32':
    case 'uint64':
      return varint
    case 'double':
      return fixed64
    case 'float':
      return fixed32
    default:
      return delimited
  }
}

function elementPlan(type: TypeDescriptor): FieldPlan | undefined {
  if (type.kind === 'list') {
    const { element, pointerElements } = type
    return new FieldPlan(syntheticField({ name: 'items', number: 1, type: element, pointer: pointerElements }), 0)
  }
  if (type.kind !== 'map') return undefined
  return new FieldPlan(syntheticField({ name: 'value', number: 2, type: type.value, pointer: type.pointerValues }), 0)
}

function syntheticField(facts: Pick<FieldDescriptor, 'name' | 'number' | 'type' | 'pointer'>): FieldDescriptor {
  return { ...facts, omit: 'never', inline: false, options: {} }
}

function wrapperType(type: TypeDescriptor): StructDescriptor {
  if (type.kind === 'struct') return type
  if (type.kind === 'variant') return variantMessage(type)
  if (type.kind === 'list') return wrapperMessage(type.element, type.message ?? '')
  return plainMessage
}

function wrapperMessage(element: TypeDescriptor, name: string): StructDescriptor {
  return declareStruct(name, () => [['items', 1, list(element), '?']])
}

function variantMessage({ shape, schema, name = '' }: VariantDescriptor): StructDescriptor {
  if (shape === 'orBool')
    return declareStruct(name, () => [
      ['allows', 1, scalar('bool')],
      ['schema', 2, schema, '*?'],
    ])
  const many: [string, TypeDescriptor] =
    shape === 'orArray' ? ['jSONSchemas', list(schema)] : ['property', list(scalar('string'))]
  return declareStruct(name, () => [
    ['schema', 1, schema, '*?'],
    [many[0], 2, many[1], '?'],
  ])
}

/** The plan of a struct, made on first use. */
export const planOf: (type: StructDescriptor) => StructPlan = /* @__PURE__ */ weakMemo(
  (type: StructDescriptor) => new StructPlan(type),
)
