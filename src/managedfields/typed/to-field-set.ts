import { compareStrings } from '../../internal/compare-strings.js'
import { isJSONObject, type JSONObject, type JSONValue, presentKeys } from '../../json/json-value.js'
import { type ChildSet, FieldSet } from '../field-path/field-set.js'
import { fieldNameElement, type PathElement } from '../field-path/path-element.js'
import { isEmptyMap } from '../field-path/value.js'
import type { ListType, MapType, Schema, TypeRef } from '../schema/schema.js'
import { Form, formsOf, invalidAtomMessage, noTypeMessage } from './atom.js'
import { listItemElement } from './list-item-element.js'
import { unselectable } from './unselectable.js'
import { ValidationErrors } from './validation-errors.js'

/** How `toFieldSet` takes values that do not conform to their type. */
export interface ToFieldSetOptions {
  /** Items that nothing selects, such as `null` in place of a map, are all one element of their list, and no error. */
  readonly allowInvalidItems?: boolean
}

/**
 * The set of every leaf, item and map entry a value mentions.
 *
 * @throws ValidationErrors for values that have no fields in this type.
 */
export function toFieldSet(
  value: JSONValue,
  type: { readonly schema: Schema; readonly ref: TypeRef },
  options: ToFieldSetOptions = {},
): FieldSet {
  return new Collector(type.schema, options.allowInvalidItems === true).visit(value, type.ref) ?? new FieldSet()
}

interface Entry {
  readonly element: PathElement
  readonly set: FieldSet | undefined
}

class Collector {
  readonly #schema: Schema
  readonly #allowInvalidItems: boolean
  /** Set by {@link visit}: the value it was called for is itself a field of its parent. */
  #isMember = false

  constructor(schema: Schema, allowInvalidItems: boolean) {
    this.#schema = schema
    this.#allowInvalidItems = allowInvalidItems
  }

  /** The fields below a value. */
  visit(value: JSONValue, ref: TypeRef): FieldSet | undefined {
    const atom = this.#schema.resolve(ref)
    if (atom === undefined) throw failure(noTypeMessage(ref))
    const forms = formsOf(atom, value)
    this.#isMember = false
    if ((forms & Form.map) !== 0) return this.#map(value, atom.map!)
    if ((forms & Form.scalar) !== 0) {
      this.#isMember = true
      return undefined
    }
    if ((forms & Form.list) !== 0) return this.#list(value, atom.list!)
    throw failure(invalidAtomMessage(ref))
  }

  #map(value: JSONValue, type: MapType): FieldSet | undefined {
    if (type.elementRelationship === 'atomic') {
      this.#isMember = true
      return undefined
    }
    if (!isJSONObject(value)) return undefined
    const set = this.#members(value, type)
    this.#isMember = false
    return set
  }

  #members(map: JSONObject, type: MapType): FieldSet | undefined {
    const members: PathElement[] = []
    const children: ChildSet[] = []
    for (const key of sortedKeys(map)) {
      const value = map[key] as JSONValue
      const field = type.findField(key)
      const below = this.visit(value, field?.type ?? type.elementType ?? {})
      const element = field?.element ?? fieldNameElement(key)
      if (field === undefined || this.#isMember || isNothing(value)) members.push(element)
      if (below !== undefined) children.push({ element, set: below })
    }
    return nonEmptySet(members, children)
  }

  #list(value: JSONValue, type: ListType): FieldSet | undefined {
    // Without a relationship a list is neither; Go treats it as associative here and fails on its items.
    if (type.elementRelationship === 'atomic') {
      this.#isMember = true
      return undefined
    }
    if (!Array.isArray(value)) return undefined
    const set = this.#items(value, type)
    this.#isMember = false
    return set
  }

  #items(list: JSONValue[], type: ListType): FieldSet | undefined {
    const entries = new Map<string, Entry>()
    const duplicates = new Set<string>()
    const elements = list.map((item, i) => this.#element(type, item, i))
    for (const element of elements) {
      if (entries.has(element.text)) duplicates.add(element.text)
      entries.set(element.text, { element, set: undefined })
    }
    for (const [i, element] of elements.entries()) {
      if (duplicates.has(element.text)) continue
      entries.set(element.text, { element, set: this.visit(list[i]!, type.elementType) })
    }
    return setOfItems([...entries.values()])
  }

  #element(type: ListType, item: JSONValue, index: number): PathElement {
    const element = listItemElement(this.#schema, type, item)
    if (typeof element !== 'string') return element
    if (this.#allowInvalidItems) return unselectable
    throw failure(`element ${index}: ${element}`)
  }
}

/** Items with the same selector are one member; their content has no owner. */
function setOfItems(entries: Entry[]): FieldSet | undefined {
  for (let i = 1; i < entries.length; i++) {
    if (entries[i - 1]!.element.compare(entries[i]!.element) > 0) {
      entries.sort((a, b) => a.element.compare(b.element))
      break
    }
  }
  const children = entries.flatMap(({ element, set }): ChildSet[] => (set === undefined ? [] : [{ element, set }]))
  return nonEmptySet(
    entries.map(({ element }) => element),
    children,
  )
}

function nonEmptySet(members: PathElement[], children: ChildSet[]): FieldSet | undefined {
  return members.length === 0 && children.length === 0 ? undefined : new FieldSet(members, children)
}

function isNothing(value: JSONValue): boolean {
  return value === null || (isJSONObject(value) && isEmptyMap(value))
}

function sortedKeys(map: JSONObject): string[] {
  const keys = presentKeys(map)
  for (let i = 1; i < keys.length; i++) {
    if (compareStrings(keys[i - 1]!, keys[i]!) > 0) return keys.sort(compareStrings)
  }
  return keys
}

function failure(message: string): ValidationErrors {
  return new ValidationErrors([{ path: '', message }])
}
