import { isJSONObject, type JSONObject, type JSONValue, presentKeys, setOwn } from '../../json/json-value.js'
import { fieldNameElement, type PathElement } from '../field-path/path-element.js'
import { isEmptyMap, memberOf } from '../field-path/value.js'
import type { Atom, ListType, MapType, ScalarType, Schema, TypeRef } from '../schema/schema.js'
import { Form, formsOf, invalidAtomMessage, noTypeMessage } from './atom.js'
import { listItemElement } from './list-item-element.js'
import { mergeOrder } from './merge-order.js'
import { scalarProblem } from './scalar-problem.js'
import { throwErrors, type ValidationError } from './validation-errors.js'

type Value = JSONValue | undefined

/**
 * Merges two values: leaves of the right win, nothing is removed, items are ordered as in the right value if it has them.
 * The result shares parts with both.
 *
 * @throws ValidationErrors for values that do not conform to the type.
 */
export function merge(
  left: JSONValue,
  right: JSONValue,
  type: { readonly schema: Schema; readonly ref: TypeRef },
): Value {
  const merger = new Merger(type.schema)
  const merged = merger.visit(left, right, type.ref)
  throwErrors(merger.errors)
  return merged
}

class Merger {
  readonly errors: ValidationError[] = []
  readonly #schema: Schema
  readonly #path: PathElement[] = []

  constructor(schema: Schema) {
    this.#schema = schema
  }

  visit(left: Value, right: Value, ref: TypeRef): Value {
    const atom = this.#schema.resolve(ref)
    if (atom === undefined) {
      this.#report(noTypeMessage(ref))
      return undefined
    }
    // Where the type changed the left side contributes nothing: its form is not the right side's.
    return this.#form(formsOf(atom, right === undefined ? left : right), atom, ref, left, right)
  }

  // biome-ignore lint/complexity/useMaxParams: a private step of one recursion
  #form(forms: number, atom: Atom, ref: TypeRef, left: Value, right: Value): Value {
    if ((forms & Form.map) !== 0) return this.#map(left, right, atom.map!)
    if ((forms & Form.scalar) !== 0) return this.#scalar(left, right, atom.scalar!)
    if ((forms & Form.list) !== 0) return this.#list(left, right, atom.list!)
    this.#report(invalidAtomMessage(ref))
    return undefined
  }

  #report(message: string): void {
    this.errors.push({ path: this.#path.join(''), message })
  }

  #scalar(left: Value, right: Value, type: ScalarType): Value {
    const leftProblem = scalarProblem(type, left, 'lhs: ')
    const rightProblem = scalarProblem(type, right, 'rhs: ')
    if (leftProblem === undefined || rightProblem === undefined) return right === undefined ? left : right
    this.#report(leftProblem)
    this.#report(rightProblem)
    return undefined
  }

  #map(left: Value, right: Value, type: MapType): Value {
    const leftMap = isJSONObject(left) ? left : undefined
    const rightMap = isJSONObject(right) ? right : undefined
    const bothEmpty = (leftMap === undefined || isEmptyMap(leftMap)) && (rightMap === undefined || isEmptyMap(rightMap))
    if (type.elementRelationship === 'atomic' || bothEmpty) return right === undefined ? left : right
    // Without anything to merge into it the left side stays what it is.
    if (rightMap === undefined) return leftMap
    return this.#members(leftMap ?? {}, rightMap, type)
  }

  #members(left: JSONObject, right: JSONObject, type: MapType): Value {
    const merged: JSONObject = {}
    for (const key of presentKeys(left))
      this.#member(merged, key, { left: left[key], right: memberOf(right, key), type })
    for (const key of presentKeys(right)) {
      if (memberOf(left, key) === undefined) this.#member(merged, key, { left: undefined, right: right[key], type })
    }
    return isEmptyMap(merged) ? undefined : merged
  }

  #member(
    merged: JSONObject,
    key: string,
    { left, right, type }: { readonly left: Value; readonly right: Value; readonly type: MapType },
  ): void {
    const field = type.findField(key)
    this.#path.push(field?.element ?? fieldNameElement(key))
    const value = this.visit(left, right, field?.type ?? type.elementType ?? {})
    this.#path.pop()
    if (value !== undefined) setOwn(merged, key, value)
  }

  #list(left: Value, right: Value, type: ListType): Value {
    const leftList = Array.isArray(left) ? left : undefined
    const rightList = Array.isArray(right) ? right : undefined
    const bothEmpty = (leftList?.length ?? 0) === 0 && (rightList?.length ?? 0) === 0
    if (type.elementRelationship === 'atomic' || bothEmpty) return right === undefined ? left : right
    return rightList === undefined ? leftList : this.#items(leftList ?? [], rightList, type)
  }

  #items(left: JSONValue[], right: JSONValue[], type: ListType): Value {
    const before = this.errors.length
    const rightItems = this.#index(right, type, false)
    const leftItems = this.#index(left, type, true)
    if (this.errors.length > before) return undefined
    const merged: JSONValue[] = []
    for (const { element, leftIndex } of mergeOrder(leftItems.elements, rightItems.elements)) {
      const { text } = element
      const leftValue = leftIndex === undefined ? leftItems.values.get(text) : (left[leftIndex] as JSONValue)
      const rightValue = leftIndex === undefined ? rightItems.values.get(text) : undefined
      this.#path.push(element)
      const value = this.visit(leftValue, rightValue, type.elementType)
      this.#path.pop()
      if (value !== undefined) merged.push(value)
    }
    return merged.length === 0 ? undefined : merged
  }

  /** Elements in order, and the value of each: `null` for duplicates, which are not merged. */
  #index(
    list: JSONValue[],
    type: ListType,
    allowDuplicates: boolean,
  ): { readonly elements: PathElement[]; readonly values: ReadonlyMap<string, JSONValue> } {
    const elements: PathElement[] = []
    const values = new Map<string, JSONValue>()
    for (const [i, item] of list.entries()) {
      const element = listItemElement(this.#schema, type, item)
      if (typeof element === 'string') {
        this.#report(`element ${i}: ${element}`)
      } else if (values.has(element.text) && !allowDuplicates) {
        this.#report(`duplicate entries for key ${element}`)
      } else {
        values.set(element.text, values.has(element.text) ? null : item)
        elements.push(element)
      }
    }
    return { elements, values }
  }
}
