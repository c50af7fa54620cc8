import {
  type FieldTuple,
  fieldShape,
  type StructDescriptor,
  struct,
  type TypeDescriptor,
} from 'apimachinery/descriptor'

/** Which fields the structs of a release have not, and which they have beyond those that are described; by the names of structs. */
export interface FieldChanges {
  readonly without: Readonly<Record<string, readonly string[]>>
  readonly with?: Readonly<Record<string, readonly FieldTuple[]>>
}

/** Describes types as a release has them. What does not change is shared with the given description. */
export class FieldRestriction {
  readonly #changes: FieldChanges
  readonly #restricted = new Map<StructDescriptor, StructDescriptor>()
  /** Whether a struct, or one that it reaches, loses fields. */
  readonly #affected = new Map<StructDescriptor, boolean>()

  constructor(changes: FieldChanges) {
    this.#changes = changes
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
    const without = this.#changes.without[name] ?? []
    const kept = fields
      .filter((field) => !without.includes(field.name))
      .map((field): FieldTuple => [field.name, field.number, this.#type(field.type), fieldShape(field), field.options])
    return [...kept, ...(this.#changes.with?.[name] ?? [])]
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
    if (this.#changes.without[descriptor.name] !== undefined || this.#affected.get(descriptor)) return true
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
