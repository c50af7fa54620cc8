import { isJSONObject, type JSONObject, type JSONValue, presentKeys, setOwn } from '../../json/json-value.js'
import { FieldSet } from '../field-path/field-set.js'
import { fieldNameElement, type PathElement } from '../field-path/path-element.js'
import { isEmptyMap } from '../field-path/value.js'
import type { ListType, MapType, Schema, TypeRef } from '../schema/schema.js'
import { Form, formsOf } from './atom.js'
import { listItemElement } from './list-item-element.js'

/**
 * A value without the items and members a set names, or (with `extract`) with nothing but them. Maps and lists of which
 * nothing is left become `null`. The result shares parts with `value`.
 */
export function removeItems(
  value: JSONValue,
  items: FieldSet,
  how: { readonly schema: Schema; readonly ref: TypeRef; readonly extract: boolean },
): JSONValue {
  return new Remover(how.schema, how.extract).visit(value, items, how.ref)
}

class Remover {
  readonly #schema: Schema
  readonly #extract: boolean

  constructor(schema: Schema, extract: boolean) {
    this.#schema = schema
    this.#extract = extract
  }

  visit(value: JSONValue, items: FieldSet, ref: TypeRef): JSONValue {
    const atom = this.#schema.resolve(ref)
    if (atom === undefined) return null
    const forms = formsOf(atom, value)
    if ((forms & Form.map) !== 0) return isJSONObject(value) ? this.#map(value, items, atom.map!) : null
    if ((forms & Form.scalar) !== 0) return value
    if ((forms & Form.list) === 0) return null
    return Array.isArray(value) ? this.#list(value, items, atom.list!) : null
  }

  /** A value that is not searched further: it is extracted as a whole, or removed. */
  #whole(value: JSONValue): JSONValue {
    return this.#extract ? value : null
  }

  #list(list: JSONValue[], items: FieldSet, type: ListType): JSONValue {
    if (list.length === 0 || type.elementRelationship === 'atomic') return this.#whole(list)
    const kept: JSONValue[] = []
    for (const item of list) {
      const element = listItemElement(this.#schema, type, item)
      const named = typeof element !== 'string' && items.hasMember(element)
      const below = typeof element === 'string' ? undefined : subset(items, element)
      if (this.#extract ? !named && below === undefined : named) continue
      kept.push(below === undefined ? item : this.visit(item, below, type.elementType))
    }
    return kept.length === 0 ? null : kept
  }

  #map(map: JSONObject, items: FieldSet, type: MapType): JSONValue {
    if (isEmptyMap(map) || type.elementRelationship === 'atomic') return this.#whole(map)
    const kept: JSONObject = {}
    for (const key of presentKeys(map)) {
      const value = this.#member(key, { value: map[key]!, items, type })
      if (value !== undefined) setOwn(kept, key, value)
    }
    return isEmptyMap(kept) ? null : kept
  }

  #member(
    key: string,
    { value, items, type }: { readonly value: JSONValue; readonly items: FieldSet; readonly type: MapType },
  ): JSONValue | undefined {
    const field = type.findField(key)
    const element = field?.element ?? fieldNameElement(key)
    const ref = field?.type ?? type.elementType ?? {}
    if (items.hasMember(element)) return this.#extract ? this.visit(value, items, ref) : undefined
    const below = subset(items, element)
    if (below !== undefined) return this.visit(value, below, ref)
    return this.#extract ? undefined : value
  }
}

function subset(items: FieldSet, element: PathElement): FieldSet | undefined {
  const below = items.child(element)
  return below === undefined || below.isEmpty ? undefined : below
}

/** The set with the key fields of every item that `items` names and `present` has: items stay selectable. */
export function withKeyFields(items: FieldSet, present: FieldSet): FieldSet {
  const keys = new FieldSet()
  items.forEach((path) => {
    if (!present.has(path)) return
    for (const [i, element] of path.entries()) {
      if (element.kind !== 'key') continue
      for (const { name } of (element as PathElement & { fields: readonly { name: string }[] }).fields) {
        keys.insert([...path.slice(0, i + 1), fieldNameElement(name)])
      }
    }
  })
  return items.union(keys)
}
