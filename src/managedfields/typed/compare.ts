import { isJSONObject, type JSONObject, type JSONValue, presentKeys } from '../../json/json-value.js'
import type { FieldSet } from '../field-path/field-set.js'
import { FieldSetBuilder } from '../field-path/field-set-builder.js'
import { fieldNameElement, type PathElement } from '../field-path/path-element.js'
import { equalValues, isEmptyMap, memberOf } from '../field-path/value.js'
import type { Atom, ListType, MapType, ScalarType, Schema, TypeRef } from '../schema/schema.js'
import { Form, formsOf, invalidAtomMessage, noTypeMessage } from './atom.js'
import { Comparison } from './comparison.js'
import { equalAsHeld, type HeldPair } from './held-equality.js'
import { listItemElement } from './list-item-element.js'
import { scalarProblem } from './scalar-problem.js'
import { throwErrors, type ValidationError } from './validation-errors.js'

type Value = JSONValue | undefined

/**
 * Compares two values of one type field by field. With `held`, lists that are compared as a whole are compared as Go compares
 * what it holds.
 *
 * @throws ValidationErrors for values that do not conform to the type.
 */
export function compare(
  left: JSONValue,
  right: JSONValue,
  type: { readonly schema: Schema; readonly ref: TypeRef; readonly held?: HeldPair | undefined },
): Comparison {
  const walker = new Comparer(type.schema, type.held)
  walker.visit(left, right, type.ref)
  throwErrors(walker.errors)
  return walker.result()
}

class Comparer {
  readonly errors: ValidationError[] = []
  readonly #schema: Schema
  readonly #path: PathElement[] = []
  readonly #removed = new FieldSetBuilder()
  readonly #modified = new FieldSetBuilder()
  readonly #added = new FieldSetBuilder()

  readonly #held: HeldPair | undefined
  /** Where the walk is in the objects that {@link #held} has. */
  readonly #leftSteps: (string | number)[] = []
  readonly #rightSteps: (string | number)[] = []

  constructor(schema: Schema, held: HeldPair | undefined) {
    this.#schema = schema
    this.#held = held
  }

  result(): Comparison {
    const build = (builder: FieldSetBuilder): FieldSet => builder.build()
    return new Comparison(build(this.#removed), build(this.#modified), build(this.#added))
  }

  visit(left: Value, right: Value, ref: TypeRef): void {
    const atom = this.#schema.resolve(ref)
    if (atom === undefined) {
      this.#report(noTypeMessage(ref))
      return
    }
    let isLeaf: boolean
    const leftForms = formsOf(atom, left)
    const rightForms = formsOf(atom, right)
    if (right === undefined) isLeaf = this.#form(leftForms, atom, ref, left, right)
    else if (left === undefined || leftForms === rightForms) isLeaf = this.#form(rightForms, atom, ref, left, right)
    else {
      // The type changed: both forms are compared, each against an absent value on the other side.
      this.#form(leftForms, atom, ref, left, right)
      isLeaf = this.#form(rightForms, atom, ref, left, right)
    }
    if (isLeaf) return
    if (left === undefined) this.#added.add(this.#path)
    else if (right === undefined) this.#removed.add(this.#path)
  }

  /** Reports whether the value is a leaf, whose difference is recorded already. */
  // biome-ignore lint/complexity/useMaxParams: a private step of one recursion
  #form(forms: number, atom: Atom, ref: TypeRef, left: Value, right: Value): boolean {
    if ((forms & Form.map) !== 0) return this.#map(left, right, atom.map!)
    if ((forms & Form.scalar) !== 0) return this.#scalar(left, right, atom.scalar!)
    if ((forms & Form.list) !== 0) return this.#list(left, right, atom.list!)
    this.#report(invalidAtomMessage(ref))
    return false
  }

  #report(message: string): void {
    this.errors.push({ path: this.#path.join(''), message })
  }

  #leaf(left: Value, right: Value): true {
    if (left === undefined) this.#added.add(this.#path)
    else if (right === undefined) this.#removed.add(this.#path)
    else if (!this.#equal(left, right)) this.#modified.add(this.#path)
    return true
  }

  #equal(left: JSONValue, right: JSONValue): boolean {
    if (!equalValues(left, right)) return false
    // Only lists may be held differently from their JSON.
    if (this.#held === undefined || typeof left !== 'object') return true
    return equalAsHeld(this.#held, this.#leftSteps, this.#rightSteps)
  }

  #scalar(left: Value, right: Value, type: ScalarType): boolean {
    const leftProblem = scalarProblem(type, left, 'lhs: ')
    const rightProblem = scalarProblem(type, right, 'rhs: ')
    if (leftProblem === undefined || rightProblem === undefined) return this.#leaf(left, right)
    this.#report(leftProblem)
    this.#report(rightProblem)
    return false
  }

  #map(left: Value, right: Value, type: MapType): boolean {
    const leftMap = isJSONObject(left) ? left : undefined
    const rightMap = isJSONObject(right) ? right : undefined
    const bothEmpty = (leftMap === undefined || isEmptyMap(leftMap)) && (rightMap === undefined || isEmptyMap(rightMap))
    if (type.elementRelationship === 'atomic' || bothEmpty) return this.#leaf(left, right)
    if (leftMap !== undefined) {
      for (const key of presentKeys(leftMap)) this.#member(key, type, leftMap[key], rightMap && memberOf(rightMap, key))
    }
    if (rightMap !== undefined) this.#newMembers(leftMap, rightMap, type)
    return false
  }

  #newMembers(left: JSONObject | undefined, right: JSONObject, type: MapType): void {
    for (const key of presentKeys(right)) {
      if (left === undefined || memberOf(left, key) === undefined) this.#member(key, type, undefined, right[key])
    }
  }

  // biome-ignore lint/complexity/useMaxParams: a private step of one recursion
  #member(key: string, type: MapType, left: Value, right: Value): void {
    const field = type.findField(key)
    this.#path.push(field?.element ?? fieldNameElement(key))
    this.#step(key, key, () => this.visit(left, right, field?.type ?? type.elementType ?? {}))
    this.#path.pop()
  }

  #step(left: string | number | undefined, right: string | number | undefined, visit: () => void): void {
    // Stryker disable next-line all: steps are read only where there are held objects
    if (this.#held === undefined) {
      visit()
      return
    }
    // Stryker disable next-line StringLiteral: a place that one side lacks is compared with nothing
    this.#leftSteps.push(left ?? '')
    // Stryker disable next-line StringLiteral: as above
    this.#rightSteps.push(right ?? '')
    visit()
    this.#leftSteps.pop()
    this.#rightSteps.pop()
  }

  #list(left: Value, right: Value, type: ListType): boolean {
    const leftList = Array.isArray(left) ? left : undefined
    const rightList = Array.isArray(right) ? right : undefined
    const bothEmpty = (leftList?.length ?? 0) === 0 && (rightList?.length ?? 0) === 0
    if (type.elementRelationship === 'atomic' || bothEmpty) return this.#leaf(left, right)
    this.#items(this.#index(leftList ?? [], type), this.#index(rightList ?? [], type), type)
    return false
  }

  /** Items by their elements; several where they are selected alike. */
  #index(list: JSONValue[], type: ListType): Map<string, Items> {
    const byElement = new Map<string, Items>()
    for (const [i, item] of list.entries()) {
      const element = listItemElement(this.#schema, type, item)
      if (typeof element === 'string') {
        this.#report(`element ${i}: ${element}`)
        continue
      }
      const known = byElement.get(element.text)
      if (known === undefined) byElement.set(element.text, { element, items: [item], at: [i] })
      else {
        known.items.push(item)
        known.at.push(i)
      }
    }
    return byElement
  }

  #items(left: ReadonlyMap<string, Items>, right: ReadonlyMap<string, Items>, type: ListType): void {
    for (const [text, items] of left) this.#same(items, right.get(text) ?? noItems(items.element), type)
    for (const [text, items] of right) if (!left.has(text)) this.#same(noItems(items.element), items, type)
  }

  /** Compares the items of one element. Duplicates are one leaf, of which the marker is all that is owned. */
  #same({ element, items: left, at: leftAt }: Items, { items: right, at: rightAt }: Items, type: ListType): void {
    this.#path.push(element)
    if (left.length < 2 && right.length < 2) {
      this.#step(leftAt[0], rightAt[0], () => this.visit(left[0], right[0], type.elementType))
    } else if (left.length >= 2 && right.length >= 2) {
      if (!this.#equalDuplicates(leftAt, rightAt, { left, right })) this.#modified.add(this.#path)
    } else if (left.length >= 2) {
      if (right.length === 1) this.visit(undefined, right[0], type.elementType)
      this.#removed.add(this.#path)
    } else {
      if (left.length === 1) this.visit(left[0], undefined, type.elementType)
      this.#added.add(this.#path)
    }
    this.#path.pop()
  }

  #equalDuplicates(
    leftAt: readonly number[],
    rightAt: readonly number[],
    { left, right }: { readonly left: readonly JSONValue[]; readonly right: readonly JSONValue[] },
  ): boolean {
    if (left.length !== right.length) return false
    return left.every((item, i) => {
      let same = true
      this.#step(leftAt[i], rightAt[i], () => {
        same = this.#equal(item, right[i]!)
      })
      return same
    })
  }
}

interface Items {
  readonly element: PathElement
  readonly items: JSONValue[]
  /** Their places in the list. */
  readonly at: number[]
}

function noItems(element: PathElement): Items {
  return { element, items: [], at: [] }
}
