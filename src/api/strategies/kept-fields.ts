import { deepEqual } from '../../descriptor/deep-equal.js'
import { ensureMetadata } from '../../meta/object-with-meta.js'
import { type KubernetesObject, kindClassOf } from '../../runtime/objects/typed-object.js'

/** Restores a field of an object; neither object may be changed below the field afterwards. */
export function keepField<T extends KubernetesObject>(object: T, old: T, name: keyof T): void {
  if (old[name] === undefined) delete object[name]
  else object[name] = old[name]
}

/** Reports whether a field means the same in both objects: quantities by amount, times by instant. */
export function sameField<T extends KubernetesObject>(object: T, old: T, name: keyof T & string): boolean {
  const field = kindClassOf(object).descriptor.propertyByName.get(name)
  const [now, before] = [object[name] ?? undefined, old[name] ?? undefined]
  if (field?.pointer && (now === undefined || before === undefined)) return now === before
  return field === undefined || deepEqual(field.type, now, before)
}

/** Increases the generation of an object if one of these fields has changed. */
export function raiseGeneration<T extends KubernetesObject>(
  object: T,
  old: T,
  fields: readonly (keyof T & string)[],
): void {
  if (fields.every((name) => sameField(object, old, name))) return
  ensureMetadata(object).generation = (ensureMetadata(old).generation ?? 0) + 1
}

/**
 * As {@link raiseGeneration}, for kinds whose upstream strategies compare with `reflect.DeepEqual`: an empty list or map
 * differs from an absent one, at any depth.
 */
export function raiseGenerationLiterally<T extends KubernetesObject>(object: T, old: T, name: keyof T & string): void {
  if (isEqualInGo(object[name], old[name])) return
  ensureMetadata(object).generation = (ensureMetadata(old).generation ?? 0) + 1
}

function isEqualInGo(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object') return (a ?? undefined) === (b ?? undefined)
  if (a === null || b === null) return a === b
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].every((name) => isEqualInGo(Reflect.get(a, name), Reflect.get(b, name)))
}

/** Reports whether the specification of both is of the same generation. */
export function sameGeneration(object: KubernetesObject, old: KubernetesObject): boolean {
  return (ensureMetadata(object).generation ?? 0) === (ensureMetadata(old).generation ?? 0)
}
