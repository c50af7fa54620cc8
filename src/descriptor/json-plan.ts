import { weakMemo } from '../internal/weak-memo.js'
import type {
  FieldDescriptor,
  ListDescriptor,
  ScalarKind,
  StructDescriptor,
  StructProperty,
  TypeDescriptor,
  VariantDescriptor,
} from './types.js'

/** How JSON readers treat a value: one small number per kind, fast in a switch. */
// biome-ignore lint/suspicious/noConstEnum: the build puts the numbers where the names stand, and hot loops switch on them
export const enum Op {
  string = 0,
  bool = 1,
  int32 = 2,
  int64 = 3,
  uint32 = 4,
  uint64 = 5,
  float = 6,
  double = 7,
  bytes = 8,
  time = 9,
  microTime = 10,
  duration = 11,
  quantity = 12,
  intOrString = 13,
  /** Any JSON, kept as it is. */
  any = 14,
  /** Any JSON; `null` and absent are one and are written as `null`: `rawExtension`, `fieldsV1`, `json`. */
  raw = 15,
  struct = 16,
  list = 17,
  map = 18,
  variant = 19,
}

const opOfScalar: Readonly<Record<ScalarKind, Op>> = {
  string: Op.string,
  bool: Op.bool,
  int32: Op.int32,
  int64: Op.int64,
  uint32: Op.uint32,
  uint64: Op.uint64,
  float: Op.float,
  double: Op.double,
  bytes: Op.bytes,
  time: Op.time,
  microTime: Op.microTime,
  duration: Op.duration,
  quantity: Op.quantity,
  intOrString: Op.intOrString,
  any: Op.any,
  rawExtension: Op.raw,
  fieldsV1: Op.raw,
  json: Op.raw,
}

/** A type, prepared for reading JSON. All types share one class, so that the hot loops see one shape. */
export class TypePlan {
  readonly op: Op
  readonly type: TypeDescriptor
  /** `null` means nil here and is kept: pointer elements, and types that can be nil themselves. */
  readonly nullable: boolean
  /** The variant that may be a boolean, and is no list of schemas. */
  readonly isOrBool: boolean
  /** Element of a list, value of a map. */
  readonly element: TypePlan | undefined
  #struct: StructPlan | undefined
  #schema: TypePlan | undefined
  #schemas: TypePlan | undefined

  constructor(type: TypeDescriptor, pointer: boolean) {
    this.type = type
    this.op = opOf(type)
    this.nullable = pointer || isNilable(this.op)
    this.isOrBool = type.kind === 'variant' && type.shape === 'orBool'
    this.element = elementPlan(type)
  }

  /** The fields of a struct. Built on first use, because types may refer to themselves. */
  get struct(): StructPlan {
    this.#struct ??= structPlan(this.type as StructDescriptor)
    return this.#struct
  }

  /** For variants: the schema alone. */
  get schema(): TypePlan {
    this.#schema ??= new TypePlan((this.type as VariantDescriptor).schema, false)
    return this.#schema
  }

  /** For variants: the list they may be instead. */
  get schemas(): TypePlan {
    this.#schemas ??= new TypePlan(variantList(this.type as VariantDescriptor), false)
    return this.#schemas
  }
}

function variantList(type: VariantDescriptor): ListDescriptor {
  return { kind: 'list', element: type.shape === 'orArray' ? type.schema : { kind: 'string' }, pointerElements: false }
}

function opOf(type: TypeDescriptor): Op {
  switch (type.kind) {
    case 'struct':
      return Op.struct
    case 'list':
      return Op.list
    case 'map':
      return Op.map
    case 'variant':
      return Op.variant
    default:
      return opOfScalar[type.kind]
  }
}

function isNilable(op: Op): boolean {
  return op === Op.list || op === Op.map || op === Op.bytes || op === Op.any || op === Op.raw
}

function elementPlan(type: TypeDescriptor): TypePlan | undefined {
  if (type.kind === 'list') return new TypePlan(type.element, type.pointerElements)
  return type.kind === 'map' ? new TypePlan(type.value, type.pointerValues) : undefined
}

/** A property, prepared for reading JSON. */
export class PropertyPlan {
  readonly name: string
  /** Position in the struct, which is the order of canonical JSON; the sentinel before the first has −1. */
  readonly index: number
  readonly plan: TypePlan
  /** The operation of {@link plan}, copied here because the hot loops read it most. */
  readonly op: Op
  readonly property: StructProperty
  /** Always written in canonical JSON. */
  readonly always: boolean
  /** Omitted from canonical JSON when it is a zero struct or time (`omitzero`). */
  readonly omitZero: boolean
  readonly pointer: boolean
  /** The property that followed this one last time: objects of one type mostly repeat their order. */
  next: PropertyPlan = this

  constructor(property: StructProperty, index: number) {
    this.name = property.name
    this.index = index
    this.plan = new TypePlan(property.type, property.pointer)
    this.op = this.plan.op
    this.property = property
    this.pointer = property.pointer
    this.omitZero = property.omit === 'zero'
    this.always = isAlwaysWritten(property, this.plan.op)
  }
}

/** Go's `omitempty` never leaves out structs, and times, quantities and raw JSON are structs. */
function isAlwaysWritten(field: FieldDescriptor, op: Op): boolean {
  if (field.omit === 'never') return true
  if (field.omit === 'zero' || field.pointer) return false
  return isGoStruct(op)
}

/** Reports whether Go's type behind the operation is a struct, so that `omitempty` does not apply to it. */
export function isGoStruct(op: Op): boolean {
  return op === Op.struct || op === Op.variant || op === Op.raw || (op >= Op.time && op <= Op.intOrString)
}

/** A struct, prepared for reading JSON. */
export class StructPlan {
  readonly type: StructDescriptor
  readonly properties: readonly PropertyPlan[]
  readonly byName: ReadonlyMap<string, PropertyPlan>
  /** Placeholder before the first property; remembers which property usually comes first. */
  readonly start: PropertyPlan
  /** How many properties canonical JSON always has. */
  readonly alwaysCount: number

  constructor(type: StructDescriptor) {
    this.type = type
    this.properties = type.properties.map((property, index) => new PropertyPlan(property, index))
    this.byName = new Map(this.properties.map((property) => [property.name, property]))
    this.start = new PropertyPlan(nothing, -1)
    this.alwaysCount = this.properties.filter((property) => property.always).length
  }
}

/** No key of an object is equal to its name: any text may be a key, the empty one too. */
const nothing: StructProperty = {
  name: undefined as unknown as string,
  number: 0,
  type: { kind: 'any' },
  pointer: false,
  omit: 'empty',
  inline: false,
  options: {},
  through: [],
}

/** The plan of a struct, made once. */
const structPlan: (type: StructDescriptor) => StructPlan = /* @__PURE__ */ weakMemo(
  (type: StructDescriptor) => new StructPlan(type),
)

/** The plan of any type, made once. */
export const typePlan: (type: TypeDescriptor) => TypePlan = /* @__PURE__ */ weakMemo(
  (type: TypeDescriptor) => new TypePlan(type, false),
)
