import { goStructName } from './go-type-name.js'
import type { PropertyPlan, StructPlan } from './json-plan.js'
import { JSONTypeError, type ReadPlace } from './read-error.js'

/**
 * The place of an exact reader in Go's two notations: the field path of strict errors, and the struct and dotted names of
 * type errors.
 */
export class ReaderPlace {
  readonly text: string | undefined
  readonly #path: string[]
  readonly #fields: string[]
  readonly #outer: ReaderPlace | undefined
  #struct = ''
  offset: number | undefined

  constructor(text: string | undefined, outer?: ReaderPlace) {
    this.text = text
    this.#path = outer === undefined ? [] : [...outer.#path]
    this.#fields = []
    this.#outer = outer
    this.offset = outer?.offset
  }

  get path(): string {
    return this.#path.join('')
  }

  /** The path of a member of the current value. */
  member(name: string): string {
    return this.#path.length === 0 ? name : `${this.path}.${name}`
  }

  /** Runs `read` one key further down. */
  inKey<T>(name: string, offset: number | undefined, read: () => T): T {
    const before = this.offset
    this.#path.push(this.#path.length === 0 ? name : `.${name}`)
    this.offset = offset
    const result = read()
    this.offset = before
    this.#path.pop()
    return result
  }

  /** Runs `read` in an element of a list. */
  inIndex<T>(index: number, read: () => T): T {
    this.#path.push(`[${index}]`)
    const result = read()
    this.#path.pop()
    return result
  }

  /** Runs `read` in a declared field; embedded Go structs on the way are part of Go's name for it. */
  inField<T>(struct: StructPlan, property: PropertyPlan, read: () => T): T {
    const { length } = this.#fields
    const before = this.#struct
    for (const embedded of property.property.through) this.#fields.push(embedded.name)
    this.#fields.push(property.name)
    this.#struct = goStructName(struct.type.name)
    const result = read()
    this.#struct = before
    this.#fields.length = length
    return result
  }

  /** Go's error for a value of the wrong type. Within an unmarshaler of its own, Go names the outer struct. */
  typeError(found: string, wanted: string): JSONTypeError {
    const fields = this.#allFields().join('.')
    const target = fields === '' ? 'Go value' : `Go struct field ${this.#outermostStruct()}.${fields}`
    return new JSONTypeError(`json: cannot unmarshal ${found} into ${target} of type ${wanted}`, this.snapshot())
  }

  snapshot(): ReadPlace {
    return { path: this.path, offset: this.offset, text: this.text }
  }

  #allFields(): string[] {
    return this.#outer === undefined ? this.#fields : [...this.#outer.#allFields(), ...this.#fields]
  }

  #outermostStruct(): string {
    const outer = this.#outer === undefined ? '' : this.#outer.#outermostStruct()
    return outer === '' ? this.#struct : outer
  }
}
