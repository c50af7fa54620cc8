import { setOwn } from '../../json/json-value.js'
import type { KindClass, KubernetesObject } from '../../runtime/objects/typed-object.js'

/** A new object of a class with the properties of another, which it shares; `apiVersion` and `kind` are those of the class. */
export function recast<T extends KubernetesObject>(from: object, type: KindClass<T>): T {
  const to = new type()
  for (const key of Object.keys(from)) {
    if (key !== 'apiVersion' && key !== 'kind') setOwn(to, key, (from as Record<string, unknown>)[key])
  }
  return to
}

/** As {@link recast}, with some properties replaced; undefined ones are omitted. */
export function recastWith<T extends KubernetesObject>(
  from: object,
  type: KindClass<T>,
  changes: Readonly<Record<string, unknown>>,
): T {
  const to = recast(from, type)
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) delete (to as Record<string, unknown>)[key]
    else setOwn(to, key, value)
  }
  return to
}
