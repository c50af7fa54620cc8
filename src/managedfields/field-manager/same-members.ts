import type { StructDescriptor, TypeDescriptor } from '../../descriptor/types.js'
import { withoutMembers } from '../../runtime/objects/shallow-copy.js'
import { isTypedObject, type KubernetesObject, kindClassOf } from '../../runtime/objects/typed-object.js'
import { isUnstructured } from '../../runtime/objects/unstructured.js'
import { differsInGo } from '../typed/held-lists.js'

/**
 * Two instances of one class without the members that are the same in both to the last detail, such as the `spec` of an object
 * whose labels change: a comparison finds nothing there. Objects of other classes, and members with raw JSON, which Go
 * compares as text, are left alone.
 */
export function withoutSameMembers<T extends KubernetesObject>(left: T, right: T): readonly [T, T] {
  if (!isInstance(left) || !isInstance(right)) return [left, right]
  const type = kindClassOf(left)
  if (type !== kindClassOf(right)) return [left, right]
  const same = comparableMembers(type.descriptor).filter((name) => isSame(member(left, name), member(right, name)))
  return same.length === 0 ? [left, right] : [withoutMembers(left, ...same), withoutMembers(right, ...same)]
}

/**
 * The members that are the same in both to the last detail, of those that no class declares: all but TypeMeta and ObjectMeta of
 * custom resources.
 */
export function sameUndeclaredMembers(left: KubernetesObject, right: KubernetesObject): string[] {
  const declared = isInstance(right) ? kindClassOf(right).descriptor.propertyByName : undefined
  return Object.keys(right).filter((name) => {
    if (typeMetaAndMetadata.includes(name) || declared?.has(name) === true || !Object.hasOwn(left, name)) return false
    return isSame(member(left, name), member(right, name))
  })
}

const typeMetaAndMetadata: readonly string[] = ['apiVersion', 'kind', 'metadata']

function isInstance(object: KubernetesObject): boolean {
  return isTypedObject(object) && !isUnstructured(object)
}

function member(object: object, name: string): unknown {
  return (object as Record<string, unknown>)[name]
}

const comparable = /* @__PURE__ */ new WeakMap<StructDescriptor, readonly string[]>()

/** The members beside `metadata` that hold no raw JSON, other than that of managed fields in templates. */
function comparableMembers(type: StructDescriptor): readonly string[] {
  let names = comparable.get(type)
  if (names === undefined) {
    names = type.properties
      .filter(({ name, type: held }) => !typeMetaAndMetadata.includes(name) && !containsRaw(held, new Set()))
      .map(({ name }) => name)
    comparable.set(type, names)
  }
  return names
}

function containsRaw(type: TypeDescriptor, seen: Set<TypeDescriptor>): boolean {
  if (seen.has(type)) return false
  seen.add(type)
  switch (type.kind) {
    case 'struct':
      return type.properties.some((property) => containsRaw(property.type, seen))
    case 'list':
      return containsRaw(type.element, seen)
    case 'map':
      return containsRaw(type.value, seen)
    default:
      return type.kind === 'rawExtension' || type.kind === 'json' || type.kind === 'any'
  }
}

/** May return false for values that nest too deeply to compare. */
function isSame(left: unknown, right: unknown): boolean {
  try {
    return equalToTheLast(left, right)
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

function equalToTheLast(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  if (Array.isArray(left) || Array.isArray(right)) {
    return Array.isArray(left) && Array.isArray(right) && equalLists(left, right)
  }
  const [a, b] = [left as Record<string, unknown>, right as Record<string, unknown>]
  const names = Object.keys(a)
  if (names.length !== Object.keys(b).length) return false
  for (const name of names) {
    if (name === 'managedFields' || !Object.hasOwn(b, name) || !equalToTheLast(a[name], b[name])) return false
  }
  return true
}

function equalLists(left: readonly unknown[], right: readonly unknown[]): boolean {
  if (left.length !== right.length || differsInGo(left) || differsInGo(right)) return false
  for (let i = 0; i < left.length; i++) if (!equalToTheLast(left[i], right[i])) return false
  return true
}
