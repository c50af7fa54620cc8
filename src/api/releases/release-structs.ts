import { type FieldTuple, struct } from '../../descriptor/build.js'
import { fieldShape } from '../../descriptor/field-shape.js'
import type { FieldDescriptor, StructDescriptor, TypeDescriptor } from '../../descriptor/types.js'
import { type EarlierField, earlierFields, fieldChanges } from './fields.gen.js'
import type { Release } from './release.js'

/** How a struct of a release differs from the newest one. */
interface StructChange {
  /** Names of fields that came later. */
  readonly later: ReadonlySet<string>
  /** Names of fields that are required if those of the newest release are not, and the reverse. */
  readonly reversed: ReadonlySet<string>
  /** Fields in another form, and those that went. */
  readonly earlier: readonly EarlierField[]
}

/** Describes structs as an earlier release has them. What does not change is shared with the given description. */
export class ReleaseStructs {
  readonly #minor: number
  readonly #made = new Map<StructDescriptor, StructDescriptor>()
  /** Whether a struct, or one that it reaches, changes. */
  readonly #affected = new Map<StructDescriptor, boolean>()
  readonly #changes = new Map<string, StructChange | undefined>()

  constructor({ minor }: Release) {
    this.#minor = minor
  }

  /** A struct as the release has it; itself where nothing in it changes. It is made once. */
  struct(descriptor: StructDescriptor): StructDescriptor {
    if (!this.#isAffected(descriptor)) return descriptor
    const known = this.#made.get(descriptor)
    if (known !== undefined) return known
    const { name, options } = descriptor
    const made = struct(name, () => this.#fieldsOf(descriptor), options)
    this.#made.set(descriptor, made)
    return made
  }

  #fieldsOf({ name, fields }: StructDescriptor): readonly FieldTuple[] {
    const change = this.#changeOf(name)
    if (change === undefined) return fields.map((field) => this.#tuple(field))
    const { later, reversed, earlier } = change
    const tuples = fields
      .filter((field) => !later.has(field.name))
      .map((field) => this.#tuple(reversed.has(field.name) ? reverseRequired(field) : field))
    for (const [, , after, [field, number, type, ...rest]] of earlier) {
      const place = tuples.findIndex(([name]) => name === field)
      const at = place < 0 ? tuples.findIndex(([name]) => name === after) + 1 : place
      tuples.splice(at, place < 0 ? 0 : 1, [field, number, this.#type(type), ...rest])
    }
    return tuples
  }

  #tuple(field: FieldDescriptor): FieldTuple {
    return [field.name, field.number, this.#type(field.type), fieldShape(field), field.options]
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
    if (this.#affected.get(descriptor) || this.#changeOf(descriptor.name) !== undefined) return true
    if (reached.has(descriptor)) return false
    reached.add(descriptor)
    return descriptor.fields.some(({ type }) => {
      const inner = innermost(type)
      return inner.kind === 'struct' && this.#reaches(inner, reached)
    })
  }

  #changeOf(name: string): StructChange | undefined {
    if (!this.#changes.has(name)) this.#changes.set(name, structChange(name, this.#minor))
    return this.#changes.get(name)
  }
}

function innermost(type: TypeDescriptor): TypeDescriptor {
  if (type.kind === 'list') return innermost(type.element)
  return type.kind === 'map' ? innermost(type.value) : type
}

function structChange(fullName: string, minor: number): StructChange | undefined {
  const name = fullName.replace(/^io\.k8s\.(api\.)?/, '')
  const words = Object.hasOwn(fieldChanges, name) ? fieldChanges[name]!.split(' ') : []
  const forms = Object.hasOwn(earlierFields, name) ? earlierFields[name]!() : []
  const later = namesOf(words, ':', minor)
  const reversed = namesOf(words, '!', minor)
  const earlier = forms.filter(([first, last]) => first <= minor && minor <= last)
  return later.size + reversed.size + earlier.length === 0 ? undefined : { later, reversed, earlier }
}

/** Names of the words `name:first` whose release is a later one. */
function namesOf(words: readonly string[], separator: ':' | '!', minor: number): ReadonlySet<string> {
  const pairs = words.map((word) => word.split(separator))
  return new Set(pairs.flatMap(([name = '', first]) => (first !== undefined && Number(first) > minor ? [name] : [])))
}

function reverseRequired(field: FieldDescriptor): FieldDescriptor {
  const required = field.options.required ?? field.omit === 'never'
  return { ...field, options: { ...field.options, required: !required } }
}
