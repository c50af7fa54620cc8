import { quote } from '../../internal/quote.js'
import { isJSONObject, type JSONValue } from '../../json/json-value.js'
import { type KeyField, keyElementOf, type PathElement, ValueElement } from '../field-path/path-element.js'
import { memberOf } from '../field-path/value.js'
import type { ListType, Schema } from '../schema/schema.js'

/** The element that selects an item of an associative list, or the reason why there is none. */
export function listItemElement(schema: Schema, list: ListType, item: JSONValue): PathElement | string {
  if (list.elementRelationship !== 'associative') return 'invalid indexing of non-associative list'
  return list.keys !== undefined && list.keys.length > 0 ? keyedElement(schema, list, item) : setElement(item)
}

function setElement(item: JSONValue): PathElement | string {
  if (isJSONObject(item)) return "associative list without keys has an element that's a map type"
  if (Array.isArray(item)) return 'not supported: associative list with lists as elements'
  if (item === null) return "associative list without keys has an element that's an explicit null"
  return new ValueElement(item)
}

function keyedElement(schema: Schema, list: ListType, item: JSONValue): PathElement | string {
  if (item === null) return 'associative list with keys may not have a null element'
  if (!isJSONObject(item)) return 'associative list with keys may not have non-map elements'
  const keys = list.keys!
  const fields: KeyField[] = []
  for (const name of keys) {
    const given = memberOf(item, name)
    const value = given === undefined ? keyDefault(schema, list, name) : given
    if (isFailure(value)) return `couldn't find default value for ${name}: ${value.failure}`
    // An item without a key field is another item than one with it.
    if (value !== undefined) fields.push({ name, value })
  }
  if (fields.length === 0) {
    const names = keys.map(quote).join(' ')
    return `associative list with keys has an element that omits all key fields [${names}] (and doesn't have default values for any key fields)`
  }
  return keyElementOf(fields)
}

interface Failure {
  readonly failure: string
}

function isFailure(value: JSONValue | Failure | undefined): value is Failure {
  return value instanceof MissingDefault
}

class MissingDefault implements Failure {
  readonly failure: string

  constructor(failure: string) {
    this.failure = failure
  }
}

function keyDefault(schema: Schema, list: ListType, name: string): JSONValue | Failure | undefined {
  const atom = schema.resolve(list.elementType)
  if (atom === undefined) return new MissingDefault('invalid elementType for list')
  if (atom.map === undefined) return new MissingDefault('associative list may not have non-map types')
  return atom.map.findField(name)?.default
}
