import { MachineryError } from '../../errors/machinery-error.js'
import { isTypedObject, type KubernetesObject } from './typed-object.js'

/**
 * The value itself, if it can be an API object: an instance of a kind class, or a plain object. Scalars, lists, dates,
 * promises, and bytes that are already encoded would become JSON that is not an object, or `{}`.
 *
 * @throws MachineryError `InvalidObject`, with the type of the value.
 */
export function requireObject<T extends KubernetesObject>(value: T): T {
  if (isTypedObject(value)) return value
  const type = Object.prototype.toString.call(value)
  if (type === '[object Object]') return value
  throw new MachineryError('InvalidObject', `not an object of the API: ${type}`)
}
