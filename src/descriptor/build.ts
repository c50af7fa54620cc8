import type {
  FieldDescriptor,
  FieldOptions,
  ListDescriptor,
  MapDescriptor,
  ScalarDescriptor,
  ScalarKind,
  StructDescriptor,
  StructOptions,
  StructProperty,
  TypeDescriptor,
  VariantDescriptor,
} from './types.js'

/**
 * Presence of a field in a {@link FieldTuple}: `''` value, `'?'` omitempty, `'*'` pointer, `'*?'` pointer with omitempty,
 * `'z'` omitzero, `'?z'` both, `'<'` inlined.
 */
export type FieldShape = '' | '?' | '*' | '*?' | 'z' | '?z' | '*z' | '<'

const noOptions: FieldOptions & StructOptions = /* @__PURE__ */ Object.freeze({})

/** Makes the descriptor of a scalar. */
export function scalar(kind: ScalarKind, facts: Omit<ScalarDescriptor, 'kind'> = {}): ScalarDescriptor {
  return { kind, ...facts }
}

/** Makes the descriptor of a Go slice; `pointerElements` for `[]*T`, `message` for a list wrapped in protobuf. */
export function list(
  element: TypeDescriptor,
  facts: { pointerElements?: boolean; message?: string; name?: string } = {},
): ListDescriptor {
  return { kind: 'list', element, pointerElements: false, ...facts }
}

/** Makes the descriptor of a Go map with string keys; `pointerValues` for `map[string]*T`. */
export function map(
  value: TypeDescriptor,
  facts: { pointerValues?: boolean; key?: string; name?: string } = {},
): MapDescriptor {
  return { kind: 'map', value, pointerValues: false, ...facts }
}

/** Makes the descriptor of one of the hand-written `JSONSchemaPropsOr…` shapes. */
export function variant(shape: VariantDescriptor['shape'], schema: StructDescriptor, name?: string): VariantDescriptor {
  return name === undefined ? { kind: 'variant', shape, schema } : { kind: 'variant', shape, schema, name }
}

/** Makes one field of a struct: `[JSON name, protobuf number (0: none), type, shape, options]`. */
export type FieldTuple = readonly [
  name: string,
  number: number,
  type: TypeDescriptor,
  shape?: FieldShape,
  options?: FieldOptions,
]

/**
 * Makes a {@link FieldTuple}. Generated code calls it in place of writing the tuple, because the compiler makes a type for
 * each literal tuple and none for a call.
 */
export function field(...tuple: FieldTuple): FieldTuple {
  return tuple
}

function fieldDescriptor([name, number, type, shape = '', options = noOptions]: FieldTuple): FieldDescriptor {
  return {
    name,
    number,
    type,
    pointer: shape.startsWith('*'),
    omit: shape.endsWith('z') ? 'zero' : shape.endsWith('?') ? 'empty' : 'never',
    inline: shape === '<',
    options,
  }
}

class LazyStruct implements StructDescriptor {
  readonly kind = 'struct'
  readonly name: string
  readonly options: StructOptions
  readonly #declare: () => readonly FieldTuple[]
  #fields: readonly FieldDescriptor[] | undefined
  #properties: readonly StructProperty[] | undefined
  #propertyByName: ReadonlyMap<string, StructProperty> | undefined

  constructor(name: string, declare: () => readonly FieldTuple[], options: StructOptions) {
    this.name = name
    this.options = options
    this.#declare = declare
  }

  get fields(): readonly FieldDescriptor[] {
    this.#fields ??= this.#declare().map(fieldDescriptor)
    return this.#fields
  }

  get properties(): readonly StructProperty[] {
    this.#properties ??= flatten(this.fields, [])
    return this.#properties
  }

  get propertyByName(): ReadonlyMap<string, StructProperty> {
    this.#propertyByName ??= new Map(this.properties.map((property) => [property.name, property]))
    return this.#propertyByName
  }
}

function flatten(fields: readonly FieldDescriptor[], through: readonly FieldDescriptor[]): StructProperty[] {
  return fields.flatMap((field) =>
    field.inline && field.type.kind === 'struct'
      ? flatten(field.type.fields, [...through, field])
      : [{ ...field, through }],
  )
}

/**
 * Makes the descriptor of a struct. `declare` runs on first use, so that types can refer to themselves and to types of
 * other modules, and so that importing many types costs little.
 */
export function struct(
  name: string,
  declare: () => readonly FieldTuple[],
  options: StructOptions = noOptions,
): StructDescriptor {
  return new LazyStruct(name, declare, options)
}
