import { goStructName } from '../descriptor/go-type-name.js'
import type {
  FieldDescriptor,
  ScalarKind,
  StructDescriptor,
  TypeDescriptor,
  VariantDescriptor,
} from '../descriptor/types.js'
import { patchError } from './patch-error.js'
import type { LookupPatchMeta, PatchField, PatchMeta } from './patch-meta.js'

/** Kinds of Go's reflection, for messages. */
const scalarKinds: Readonly<Record<ScalarKind, string>> = {
  string: 'string',
  bool: 'bool',
  int32: 'int32',
  int64: 'int64',
  uint32: 'uint32',
  uint64: 'uint64',
  float: 'float32',
  double: 'float64',
  bytes: 'slice',
  time: 'struct',
  microTime: 'struct',
  duration: 'struct',
  quantity: 'struct',
  intOrString: 'struct',
  rawExtension: 'struct',
  fieldsV1: 'struct',
  json: 'struct',
  any: 'interface',
}
const scalarStructs: Readonly<Partial<Record<ScalarKind, string>>> = {
  time: 'Time',
  microTime: 'MicroTime',
  duration: 'Duration',
  quantity: 'Quantity',
  intOrString: 'IntOrString',
  rawExtension: 'RawExtension',
  fieldsV1: 'FieldsV1',
  json: 'JSON',
}
const noMeta: PatchMeta = { patchStrategies: [''], patchMergeKey: '' }
const byte: TypeDescriptor = { kind: 'uint32' }

/** A field of a Go struct, as far as patches care. */
type Field = Pick<FieldDescriptor, 'name' | 'type' | 'pointer'> & { readonly options: FieldDescriptor['options'] }

/** Patch metadata read from type descriptors. One instance serves one type, and caches its results. */
class DescriptorPatchMeta implements LookupPatchMeta {
  readonly #type: TypeDescriptor
  readonly #pointer: boolean
  readonly #structs = new Map<string, PatchField>()
  readonly #slices = new Map<string, PatchField>()

  constructor(type: TypeDescriptor, pointer: boolean) {
    this.#type = type
    this.#pointer = pointer
  }

  get name(): string {
    return this.#pointer ? 'ptr' : reflectKind(this.#type)
  }

  lookupPatchMetadataForStruct(key: string): PatchField {
    const known = this.#structs.get(key)
    if (known !== undefined) return known
    const { type, pointer, options } = this.#field(key)
    const result = { subschema: lookupFor(type, pointer), patchMeta: patchMetaOf(options) }
    return remember(this.#structs, key, result)
  }

  lookupPatchMetadataForSlice(key: string): PatchField {
    const known = this.#slices.get(key)
    if (known !== undefined) return known
    const { type, pointer, options } = this.#field(key)
    const element = elementType(type)
    if (element === undefined && !pointer) {
      throw patchError('PatchFieldType', `expected slice or array type, but got: ${this.name}`)
    }
    if (!pointer && element !== undefined && isSlice(element.type)) {
      throw patchError('PatchFieldType', 'unexpected slice of slice')
    }
    const { type: below, pointer: isPointer } = element ?? { type, pointer: false }
    return remember(this.#slices, key, { subschema: lookupFor(below, isPointer), patchMeta: patchMetaOf(options) })
  }

  #field(key: string): Field {
    const fields = fieldLookup(this.#type)
    if (fields === undefined) {
      const kind = reflectKind(this.#type)
      const message = `merging an object in json but data type is not struct, instead is: ${kind}`
      throw patchError('PatchFieldType', message)
    }
    const found = fields(key)
    if (found !== undefined) return found
    const name = structName(this.#type)
    const message = `unable to find api field in struct ${name} for the json field ${JSON.stringify(key)}`
    throw patchError('PatchFieldNotFound', message)
  }
}

/** Documents may use any number of names, so the cache is limited. */
function remember(known: Map<string, PatchField>, key: string, field: PatchField): PatchField {
  if (known.size < 1000) known.set(key, field)
  return field
}

const values = /* @__PURE__ */ new WeakMap<TypeDescriptor, LookupPatchMeta>()
const pointers = /* @__PURE__ */ new WeakMap<TypeDescriptor, LookupPatchMeta>()

function lookupFor(type: TypeDescriptor, pointer: boolean): LookupPatchMeta {
  const known = pointer ? pointers : values
  let meta = known.get(type)
  if (meta === undefined) {
    meta = new DescriptorPatchMeta(type, pointer)
    known.set(type, meta)
  }
  return meta
}

/** The patch metadata of a type: what Go reads from struct tags. */
export function patchMetaFromDescriptor(type: StructDescriptor): LookupPatchMeta {
  return lookupFor(type, false)
}

function patchMetaOf({ patchStrategy, patchMergeKey = '' }: FieldDescriptor['options']): PatchMeta {
  if (patchStrategy === undefined && patchMergeKey === '') return noMeta
  return { patchStrategies: (patchStrategy ?? '').split(','), patchMergeKey }
}

function isSlice(type: TypeDescriptor): boolean {
  return type.kind === 'list' || type.kind === 'bytes'
}

function elementType(type: TypeDescriptor): { type: TypeDescriptor; pointer: boolean } | undefined {
  if (type.kind === 'list') return { type: type.element, pointer: type.pointerElements }
  return type.kind === 'bytes' ? { type: byte, pointer: false } : undefined
}

function reflectKind(type: TypeDescriptor): string {
  switch (type.kind) {
    case 'struct':
    case 'variant':
      return 'struct'
    case 'list':
      return 'slice'
    case 'map':
      return 'map'
    default:
      return scalarKinds[type.kind]
  }
}

function structName(type: TypeDescriptor): string {
  if (type.kind === 'struct') return goStructName(type.name)
  if (type.kind === 'variant') return `${goStructName(type.schema.name)}${type.shape.replace('or', 'Or')}`
  return scalarStructs[type.kind as ScalarKind] ?? ''
}

/** Finds fields as Go's decoder does: by the exact name, or else by the first that differs in case only. */
function fieldLookup(type: TypeDescriptor): ((key: string) => Field | undefined) | undefined {
  if (type.kind === 'struct') return (key) => type.propertyByName.get(key) ?? ignoringCase(type.properties, key)
  if (type.kind === 'variant') return (key) => ignoringCase(variantFields(type), key)
  return reflectKind(type) === 'struct' ? () => undefined : undefined
}

function ignoringCase(fields: readonly Field[], key: string): Field | undefined {
  const folded = fold(key)
  return fields.find(({ name }) => fold(name) === folded)
}

/** Go folds the long s and the Kelvin sign too. */
function fold(name: string): string {
  return name.replaceAll('\u017f', 's').replaceAll('\u212a', 'k').toLowerCase()
}

/** The Go structs behind `JSONSchemaPropsOr…` have no JSON names, so their fields have those of Go. */
function variantFields({ shape, schema }: VariantDescriptor): readonly Field[] {
  const options = {}
  const first = { name: 'Schema', type: schema, pointer: true, options }
  switch (shape) {
    case 'orBool':
      return [{ name: 'Allows', type: { kind: 'bool' }, pointer: false, options }, first]
    case 'orArray':
      return [first, { name: 'JSONSchemas', type: listDescriptor(schema), pointer: false, options }]
    case 'orStringArray':
      return [first, { name: 'Property', type: listDescriptor({ kind: 'string' }), pointer: false, options }]
  }
}

function listDescriptor(element: TypeDescriptor): TypeDescriptor {
  return { kind: 'list', element, pointerElements: false }
}
