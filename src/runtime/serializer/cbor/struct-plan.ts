import type { StructDescriptor, StructProperty, TypeDescriptor, VariantDescriptor } from '../../../descriptor/types.js'
import { weakMemo } from '../../../internal/weak-memo.js'
import type { JSONObject, JSONValue } from '../../../json/json-value.js'
import { plainObjectFactory } from '../plain-object.js'
import { isAlwaysWritten, isGoStruct, zeroValue } from '../zero-value.js'
import { CBORWriter } from './cbor-writer.js'
import { compareKeys } from './key-order.js'

/** A type, with the facts that reading and writing CBOR needs. */
export class TypePlan {
  readonly type: TypeDescriptor
  readonly kind: TypeDescriptor['kind']
  /** `null` means nil: pointers, lists, maps and bytes. */
  readonly nilable: boolean
  readonly pointer: boolean
  /** Element of a list, value of a map. */
  readonly element: TypePlan | undefined
  private resolved: StructPlan | undefined = undefined
  private variantPlans: { readonly schema: TypePlan; readonly list: TypePlan } | undefined = undefined

  constructor(type: TypeDescriptor, pointer: boolean) {
    this.type = type
    this.kind = type.kind
    this.pointer = pointer
    this.nilable = pointer || ['list', 'map', 'bytes', 'any'].includes(type.kind)
    if (type.kind === 'list') this.element = new TypePlan(type.element, type.pointerElements)
    else if (type.kind === 'map') this.element = new TypePlan(type.value, type.pointerValues)
    else this.element = undefined
  }

  /** Fields of a struct. Found on first use, because types may refer to themselves. */
  get struct(): StructPlan {
    this.resolved ??= structPlan(this.type as StructDescriptor)
    return this.resolved
  }

  /** For variants: the schema, and the list they may be instead. */
  get variant(): { readonly schema: TypePlan; readonly list: TypePlan } {
    this.variantPlans ??= variantOf(this.type as VariantDescriptor)
    return this.variantPlans
  }

  zero(): JSONValue {
    return this.pointer ? null : zeroValue(this.type)
  }
}

function variantOf({ shape, schema }: VariantDescriptor): { readonly schema: TypePlan; readonly list: TypePlan } {
  const element: TypeDescriptor = shape === 'orStringArray' ? { kind: 'string' } : schema
  return {
    schema: new TypePlan(schema, false),
    list: new TypePlan({ kind: 'list', element, pointerElements: false }, false),
  }
}

function encodedKey(name: string): Uint8Array {
  const writer = new CBORWriter(32)
  writer.string(name)
  return writer.finish()
}

/** A property of a struct, inlined ones included. */
export class PropertyPlan extends TypePlan {
  readonly name: string
  /** The name as CBOR has it, head included. */
  readonly key: Uint8Array
  /** The struct, as Go prints its type: `v1.ConfigMap`. */
  readonly owner: string
  /** Position in the order in which Go writes the keys: shorter ones first, then by bytes. */
  index = 0
  /** Position in Go's declaration, the order of canonical JSON. */
  readonly order: number
  readonly omit: StructProperty['omit']
  /** Written with any value. */
  readonly always: boolean
  /** The property that followed this one last time: objects of one type mostly repeat their order. */
  next: PropertyPlan | undefined = undefined
  /** Likewise when reading CBOR. */
  nextRead: PropertyPlan | undefined = undefined

  constructor(property: StructProperty, owner: string, order: number) {
    super(property.type, property.pointer)
    this.owner = owner
    this.name = property.name
    this.key = encodedKey(property.name)
    this.order = order
    this.omit = property.omit
    this.always = isAlwaysWritten(property)
  }

  /** Reports whether `omitempty` or `omitzero` leaves out the value, which is canonical and not nil. */
  omits(value: JSONValue): boolean {
    if (this.always || this.pointer) return false
    if (this.omit === 'empty' && isGoStruct(this.type)) return false
    if (value === '' || value === false || value === 0 || value === 0n) return true
    if (this.omit === 'zero' || typeof value !== 'object' || value === null) return false
    return Array.isArray(value) ? value.length === 0 : this.kind === 'map' && Object.keys(value).length === 0
  }
}

/** A struct, with its properties in both orders. */
export class StructPlan {
  readonly type: StructDescriptor
  /** `v1.ConfigMap`, as Go prints the type. */
  readonly goName: string
  /** In the order of CBOR. */
  readonly sorted: readonly PropertyPlan[]
  readonly byName: ReadonlyMap<string, PropertyPlan>
  /** The properties that canonical JSON always has, in its order. */
  readonly always: readonly PropertyPlan[]
  /** The same in the order of CBOR. */
  readonly sortedAlways: readonly PropertyPlan[]
  first: PropertyPlan | undefined = undefined
  firstRead: PropertyPlan | undefined = undefined
  /** Makes the plain objects that this struct is read into. */
  readonly create: new () => JSONObject = plainObjectFactory()

  constructor(type: StructDescriptor) {
    this.type = type
    this.goName = type.name.split('.').slice(-2).join('.')
    const properties = type.properties.map((property, order) => new PropertyPlan(property, this.goName, order))
    this.sorted = [...properties].sort((a, b) => compareKeys(a.name, b.name))
    for (const [index, property] of this.sorted.entries()) property.index = index
    this.byName = new Map(properties.map((property) => [property.name, property]))
    this.always = properties.filter((property) => property.always)
    this.sortedAlways = this.sorted.filter((property) => property.always)
  }
}

/** The plan of a struct, made on first use. */
export const structPlan: (type: StructDescriptor) => StructPlan = /* @__PURE__ */ weakMemo(
  (type: StructDescriptor) => new StructPlan(type),
)
