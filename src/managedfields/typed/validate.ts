import { type JSONObject, type JSONValue, presentKeys } from '../../json/json-value.js'
import type { ListType, MapType, ScalarType, Schema, TypeRef } from '../schema/schema.js'
import { Form, formsOf, invalidAtomMessage, noTypeMessage } from './atom.js'
import { plainMessage } from './go-value-message.js'
import { listItemElement } from './list-item-element.js'
import { scalarProblem } from './scalar-problem.js'
import type { ValidationError } from './validation-errors.js'

/** What `validate` allows. */
export interface ValidationOptions {
  /** Sets and associative lists may have items that are selected alike. */
  readonly allowDuplicates?: boolean
}

/** Everything about a value that does not conform to a type. */
export function validate(
  value: JSONValue,
  type: { readonly schema: Schema; readonly ref: TypeRef },
  options: ValidationOptions = {},
): ValidationError[] {
  const validator = new Validator(type.schema, options.allowDuplicates === true)
  validator.visit(value, type.ref)
  return validator.errors
}

class Validator {
  readonly errors: ValidationError[] = []
  readonly #schema: Schema
  readonly #allowDuplicates: boolean
  /** The path of the value as text, which is built on demand. */
  readonly #path: (string | { toString(): string })[] = []

  constructor(schema: Schema, allowDuplicates: boolean) {
    this.#schema = schema
    this.#allowDuplicates = allowDuplicates
  }

  visit(value: JSONValue, ref: TypeRef): void {
    const atom = this.#schema.resolve(ref)
    if (atom === undefined) {
      this.#report(noTypeMessage(ref))
      return
    }
    const forms = formsOf(atom, value)
    if ((forms & Form.map) !== 0) this.#map(value, atom.map!)
    else if ((forms & Form.scalar) !== 0) this.#scalar(value, atom.scalar!)
    else if ((forms & Form.list) !== 0) this.#list(value, atom.list!)
    else this.#report(invalidAtomMessage(ref))
  }

  #report(message: string): void {
    this.errors.push({ path: this.#path.join(''), message })
  }

  #scalar(value: JSONValue, type: ScalarType): void {
    const problem = scalarProblem(type, value, '')
    if (problem !== undefined) this.#report(problem)
  }

  #map(value: JSONValue, type: MapType): void {
    if (value === null) return
    if (typeof value !== 'object' || Array.isArray(value)) {
      this.#report(`expected map, got ${plainMessage(value)}`)
      return
    }
    this.#members(value, type)
  }

  #members(map: JSONObject, type: MapType): void {
    for (const key of presentKeys(map)) {
      const ref = type.typeOf(key)
      this.#path.push('.', key)
      if (ref === undefined) this.#report('field not declared in schema')
      else this.visit(map[key]!, ref)
      this.#path.length -= 2
      // The rest of a map with undeclared fields is not checked, as in Go.
      if (ref === undefined) return
    }
  }

  #list(value: JSONValue, type: ListType): void {
    if (value === null) return
    if (!Array.isArray(value)) {
      this.#report(`expected list, got ${plainMessage(value)}`)
      return
    }
    if (type.elementRelationship === 'associative') this.#associative(value, type)
    else this.#items(value, type)
  }

  #items(list: JSONValue[], type: ListType): void {
    for (let i = 0; i < list.length; i++) {
      this.#path.push(`[${i}]`)
      this.visit(list[i]!, type.elementType)
      this.#path.pop()
    }
  }

  #associative(list: JSONValue[], type: ListType): void {
    const observed = new Set<string>()
    for (const [i, item] of list.entries()) {
      const element = listItemElement(this.#schema, type, item)
      if (typeof element === 'string') {
        this.#report(`element ${i}: ${element}`)
        return
      }
      if (!this.#allowDuplicates) {
        if (observed.has(element.text)) this.#report(`duplicate entries for key ${element}`)
        observed.add(element.text)
      }
      this.#path.push(element)
      this.visit(item, type.elementType)
      this.#path.pop()
    }
  }
}
