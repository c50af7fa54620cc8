import { guardDepth } from '../../descriptor/guard-depth.js'
import { isJSONObject, type JSONValue, presentKeys } from '../../json/json-value.js'
import type { FieldSet } from './field-set.js'
import { FieldSetBuilder } from './field-set-builder.js'
import { fieldNameElement, indexElement, keyElementOf, type PathElement } from './path-element.js'
import { isScalar, memberOf } from './value.js'

/** Fields that are used as keys when an item of a list has them. */
export const associativeListCandidateFieldNames = ['key', 'id', 'name'] as const

/** The set of every leaf of a value. Without a schema, list items are identified by a guess: by key, id or name. */
export function fieldSetFromValue(value: JSONValue | object): FieldSet {
  return guardDepth(() => {
    const builder = new FieldSetBuilder()
    walk(value as JSONValue, [], builder)
    return builder.build()
  })
}

function walk(value: JSONValue, path: PathElement[], builder: FieldSetBuilder): void {
  const step = (element: PathElement, child: JSONValue): void => {
    path.push(element)
    walk(child, path, builder)
    path.pop()
  }
  if (Array.isArray(value)) for (const [i, item] of value.entries()) step(guessElement(i, item), item)
  else if (isJSONObject(value)) for (const key of presentKeys(value)) step(fieldNameElement(key), value[key]!)
  else builder.add(path)
}

function guessElement(index: number, item: JSONValue): PathElement {
  if (!isJSONObject(item)) return indexElement(index)
  const fields = associativeListCandidateFieldNames.flatMap((name) => {
    const value = memberOf(item, name)
    return isScalar(value) ? [{ name, value }] : []
  })
  return fields.length > 0 ? keyElementOf(fields) : indexElement(index)
}
