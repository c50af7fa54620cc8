import {
  type FieldDescriptor,
  type FieldShape,
  type FieldTuple,
  type StructDescriptor,
  struct,
  type TypeDescriptor,
} from 'apimachinery/descriptor'

/** Describes types without some of their fields. What does not change is shared with the given description. */
export class FieldRestriction {
  readonly #without: Readonly<Record<string, readonly string[]>>
  readonly #restricted = new Map<StructDescriptor, StructDescriptor>()
  /** Whether a struct, or one that it reaches, loses fields. */
  readonly #affected = new Map<StructDescriptor, boolean>()

  /** `without`: names of fields by the names of structs. */
  constructor(without: Readonly<Record<string, readonly string[]>>) {
    this.#without = without
  }

  struct(descriptor: StructDescriptor): StructDescriptor {
    if (!this.#isAffected(descriptor)) return descriptor
    const known = this.#restricted.get(descriptor)
    if (known !== undefined) return known
    const { name, options } = descriptor
    const restricted = struct(name, () => this.#fieldsOf(descriptor), options)
    this.#restricted.set(descriptor, restricted)
    return restricted
  }

  #fieldsOf({ name, fields }: StructDescriptor): readonly FieldTuple[] {
    const without = this.#without[name] ?? []
    return fields
      .filter((field) => !without.includes(field.name))
      .map((field) => [field.name, field.number, this.#type(field.type), shapeOf(field), field.options])
  }

  #type(type: TypeDescriptor): TypeDescriptor {
    if (type.kind === 'struct') return this.struct(type)
    if (type.kind === 'list') return { ...type, element: this.#type(type.element) }
    if (type.kind === 'map') return { ...type, value: this.#type(type.value) }
    return type
  }

  /** Looks at all that a struct reaches; types may contain themselves. */
  #isAffected(descriptor: StructDescriptor): boolean {
    const known = this.#affected.get(descriptor)
    if (known !== undefined) return known
    const reached = new Set<StructDescriptor>()
    const affected = this.#reaches(descriptor, reached)
    // None of them reaches a struct that changes; of others it is not known yet.
    if (!affected) for (const each of reached) this.#affected.set(each, false)
    this.#affected.set(descriptor, affected)
    return affected
  }

  #reaches(descriptor: StructDescriptor, reached: Set<StructDescriptor>): boolean {
    if (this.#without[descriptor.name] !== undefined || this.#affected.get(descriptor)) return true
    if (reached.has(descriptor)) return false
    reached.add(descriptor)
    return descriptor.fields.some(({ type }) => {
      const inner = innermost(type)
      return inner.kind === 'struct' && this.#reaches(inner, reached)
    })
  }
}

function innermost(type: TypeDescriptor): TypeDescriptor {
  if (type.kind === 'list') return innermost(type.element)
  return type.kind === 'map' ? innermost(type.value) : type
}

function shapeOf({ inline, pointer, omit }: FieldDescriptor): FieldShape {
  if (inline) return '<'
  const omitted = { never: '', empty: '?', zero: 'z' }[omit]
  return `${pointer ? '*' : ''}${omitted}` as FieldShape
}
