import type {
  FieldOptions,
  ListDescriptor,
  MapDescriptor,
  ScalarKind,
  StructDescriptor,
  StructProperty,
  TypeDescriptor,
} from '../../descriptor/types.js'
import type { JSONValue } from '../../json/json-value.js'
import { commonType, deducedRef, untypedRef } from './deduced.js'
import {
  type Atom,
  type ElementRelationship,
  type ListType,
  MapType,
  type ScalarType,
  Schema,
  type StructField,
  type TypeRef,
} from './schema.js'

const scalarTypes: Readonly<Partial<Record<ScalarKind, ScalarType>>> = {
  string: 'string',
  bytes: 'string',
  duration: 'string',
  bool: 'boolean',
  int32: 'numeric',
  int64: 'numeric',
  uint32: 'numeric',
  uint64: 'numeric',
  float: 'numeric',
  double: 'numeric',
  time: 'untyped',
  microTime: 'untyped',
  quantity: 'untyped',
  intOrString: 'untyped',
}

/** Zero values that Go's schemas declare as defaults of fields that are always written. */
const zeroDefaults: Readonly<Partial<Record<ScalarType, JSONValue>>> = { string: '', numeric: 0, boolean: false }

/**
 * The types of descriptors as a schema for merging. One instance serves any number of kinds; what is below a kind is looked
 * at when it is needed.
 */
export class DescriptorSchema {
  readonly schema: Schema
  readonly #structs = new Map<string, StructDescriptor>()
  readonly #names = new Map<StructDescriptor, string>()

  constructor() {
    this.schema = new Schema((name) => commonType(name) ?? this.#convert(name))
  }

  /** The reference to a struct in {@link schema}. */
  typeRef(type: StructDescriptor): TypeRef {
    return { namedType: this.#nameOf(type) }
  }

  /** The struct's own name, made unique where two structs share one. */
  #nameOf(type: StructDescriptor): string {
    let name = this.#names.get(type)
    if (name === undefined) {
      name = type.name
      for (let i = 2; this.#structs.has(name); i++) name = `${type.name}#${i}`
      this.#names.set(type, name)
      this.#structs.set(name, type)
    }
    return name
  }

  #convert(name: string): Atom | undefined {
    const type = this.#structs.get(name)
    if (type === undefined) return undefined
    const open = type.options.preserveUnknownFields === true || type.properties.length === 0
    const map = new MapType({
      fields: type.properties.map((property) => this.#field(property)),
      elementType: open ? deducedRef : undefined,
      elementRelationship: relationshipOf(type.options.structType),
    })
    return { map }
  }

  #field(property: StructProperty): StructField {
    const type = this.#refOf(property.type, property.options)
    const value = property.options.default ?? zeroDefault(property, type)
    return value === undefined ? { name: property.name, type } : { name: property.name, type, default: value }
  }

  #refOf(type: TypeDescriptor, options: FieldOptions): TypeRef {
    switch (type.kind) {
      case 'struct': {
        const elementRelationship = relationshipOf(options.structType ?? options.mapType)
        const ref = this.typeRef(type)
        return elementRelationship === undefined ? ref : { ...ref, elementRelationship }
      }
      case 'list':
        return { inlined: { list: this.#list(type, options) } }
      case 'map':
        return { inlined: { map: this.#map(type, options) } }
      case 'rawExtension':
        return untypedRef
      case 'fieldsV1':
        return { inlined: { map: new MapType({ elementType: deducedRef }) } }
      case 'variant':
      case 'json':
      case 'any':
        return deducedRef
      default:
        return { inlined: { scalar: scalarTypes[type.kind] ?? 'untyped' } }
    }
  }

  #list(type: ListDescriptor, options: FieldOptions): ListType {
    return { elementType: this.#refOf(type.element, {}), ...listRelationship(options) }
  }

  #map(type: MapDescriptor, options: FieldOptions): MapType {
    return new MapType({
      elementType: this.#refOf(type.value, {}),
      elementRelationship: relationshipOf(options.mapType ?? options.structType),
    })
  }
}

function relationshipOf(type: 'atomic' | 'granular' | undefined): ElementRelationship | undefined {
  if (type === undefined) return undefined
  return type === 'atomic' ? 'atomic' : 'separable'
}

/** From the list type, otherwise from the patch strategy, as in Go's conversion of OpenAPI. */
export function listRelationship(options: FieldOptions): Pick<ListType, 'elementRelationship' | 'keys'> {
  switch (options.listType) {
    case 'atomic':
      return { elementRelationship: 'atomic' }
    case 'set':
      return { elementRelationship: 'associative' }
    case 'map':
      return { elementRelationship: 'associative', keys: options.listMapKeys ?? [] }
    default:
  }
  const merged = options.patchStrategy === 'merge' || options.patchStrategy === 'merge,retainKeys'
  if (!merged) return { elementRelationship: 'atomic' }
  return options.patchMergeKey === undefined
    ? { elementRelationship: 'associative' }
    : { elementRelationship: 'associative', keys: [options.patchMergeKey] }
}

function zeroDefault(property: StructProperty, type: TypeRef): JSONValue | undefined {
  const scalar = type.inlined?.scalar
  if (property.omit !== 'never' || property.pointer || scalar === undefined) return undefined
  return property.type.kind === 'bytes' ? undefined : zeroDefaults[scalar]
}
