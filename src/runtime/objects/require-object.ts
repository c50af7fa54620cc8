import { MachineryError } from '../../errors/machinery-error.js'
import { isTypedObject, type KubernetesObject } from './typed-object.js'

/**
 * The value itself, when it can be an object of the API: of a class of kinds, or a plain one. Scalars, lists, dates,
 * promises that nobody awaited, and bytes that are encoded already would become JSON that is no object, or `{}`.
 *
 * @throws MachineryError `InvalidObject`, naming what was given.
 */
export function requireObject<T extends KubernetesObject>(value: T): T {
  if (isTypedObject(value)) return value
  const type = Object.prototype.toString.call(value)
  if (type === '[object Object]') return value
  throw new MachineryError('InvalidObject', `not an object of the API: ${type}`)
}
