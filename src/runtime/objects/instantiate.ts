import { MachineryError } from '../../errors/machinery-error.js'
import { isJSONObject, type JSONValue } from '../../json/json-value.js'
import { apiVersionInternal } from './internal-version.js'
import { fillItems, listJSON } from './nil-items.js'
import type { KindClass, KubernetesObject } from './typed-object.js'

/**
 * Makes the parsed JSON of a kind an instance of its class, in place: the value itself is returned. Items of a list become
 * instances of the item class. They have `apiVersion` and `kind` from their class also if the JSON omits them, without
 * these becoming part of the JSON.
 *
 * @throws {@link MachineryError} `InvalidObject` if the value, or an item, is not a JSON object.
 */
export function instantiate<T extends KubernetesObject>(value: JSONValue, type: KindClass<T>): T {
  const object = adopt(value, type)
  const { itemClass } = type
  if (itemClass === undefined) return object
  const items = fillItems(object)
  if (Array.isArray(items)) items.forEach((item, index) => void adopt(item, itemClass, `items[${index}]`))
  return object
}

function adopt<T extends KubernetesObject>(value: JSONValue, type: KindClass<T>, path?: string): T {
  if (!isJSONObject(value)) {
    throw new MachineryError('InvalidObject', `the JSON of a ${type.name} is no object`, { path })
  }
  const prototype: object = type.prototype
  nameKind(prototype, type)
  return Object.setPrototypeOf(value, prototype) as T
}

/** Gives instances without own `apiVersion` and `kind` those of their class. */
function nameKind(prototype: object, type: KindClass): void {
  if (Object.hasOwn(prototype, 'kind') || type.groupVersionKind.version === apiVersionInternal) return
  const { apiVersion, kind } = type.groupVersionKind.toAPIVersionAndKind()
  const facts = { writable: true, enumerable: false, configurable: true }
  Object.defineProperties(prototype, {
    kind: { value: kind, ...facts },
    apiVersion: { value: apiVersion, ...facts },
    ...(type.itemClass && { toJSON: { value: listJSON } }),
  })
}
