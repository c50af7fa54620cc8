import { MachineryError } from '../errors/machinery-error.js'
import { instantiate } from '../runtime/objects/instantiate.js'
import { visitItems } from '../runtime/objects/list-items.js'
import { notAList } from '../runtime/objects/not-a-list.js'
import {
  isTypedObject,
  type KindClass,
  type KubernetesObject,
  kindClassOf,
  type TypedObject,
} from '../runtime/objects/typed-object.js'
import { isUnstructured, Unstructured } from '../runtime/objects/unstructured.js'
import { typeName } from '../runtime/scheme/type-name.js'
import { descriptorOf } from './metadata-kind.js'

/** Reports whether an object is a list: a typed one by its class, any other by a list in `items`. */
export function isListType(object: KubernetesObject): boolean {
  const descriptor = descriptorOf(object)
  if (descriptor !== undefined) return descriptor.propertyByName.get('items')?.type.kind === 'list'
  return Object.hasOwn(object, 'items') && Array.isArray((object as { items?: unknown }).items)
}

/**
 * Calls `visit` for every item of a list, in order; items are not copied. A typed list whose `items` is absent or `null`
 * has none.
 *
 * @throws {@link MachineryError} `NotAList`, and errors of `visit`.
 */
export function eachListItem(list: KubernetesObject, visit: (item: KubernetesObject, index: number) => void): void {
  if (isTypedObject(list)) {
    requireListType(list)
    if (isAbsent((list as { items?: unknown }).items)) return
  }
  visitItems(list, visit)
}

/**
 * The items of a list, in a new array; they are not copied.
 *
 * @throws {@link MachineryError} `NotAList`
 */
export function extractList(list: KubernetesObject): KubernetesObject[] {
  const items: KubernetesObject[] = []
  eachListItem(list, (item) => items.push(item))
  return items
}

/** Number of items of a list; 0 for a value that is not a list. */
export function lenList(list: KubernetesObject): number {
  const { items } = list as { items?: unknown }
  return Object.hasOwn(list, 'items') && Array.isArray(items) ? items.length : 0
}

/**
 * Replaces the items of a list. Items of a typed list have to be of its item class or plain objects, which become instances
 * of it (reusing their content).
 *
 * @throws {@link MachineryError} `NotAList`, or `WrongItem` for an item of another class.
 */
export function setList(list: KubernetesObject, items: readonly KubernetesObject[]): void {
  if (isTypedObject(list)) requireListType(list)
  const itemClass = isTypedObject(list) ? kindClassOf(list).itemClass : undefined
  const typed = itemClass === undefined ? undefined : (item: KubernetesObject, i: number) => asItem(item, itemClass, i)
  const plain = (item: KubernetesObject) =>
    isUnstructured(list) && !isUnstructured(item) ? new Unstructured(item) : item
  Object.assign(list, { items: items.map(typed ?? plain) })
}

/**
 * The items of a list in arrays of at most `size`, for processing in chunks. Items are not copied.
 *
 * @throws {@link MachineryError} `NotAList`, or `InvalidSize` for a size that is not a positive integer.
 */
export function* chunkList(list: KubernetesObject, size: number): Generator<KubernetesObject[], void, void> {
  if (!Number.isSafeInteger(size) || size < 1) throw new MachineryError('InvalidSize', `no size of a chunk: ${size}`)
  const items = extractList(list)
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}

function asItem(item: KubernetesObject, itemClass: KindClass, index: number): KubernetesObject {
  if (isTypedObject(item) && kindClassOf(item).groupVersionKind.equals(itemClass.groupVersionKind)) return item
  if (!isTypedObject(item) && !isUnstructured(item)) return instantiate(item as never, itemClass)
  const message = `item[${index}]: can't assign or convert ${typeName(kindClassOf(item))} into ${typeName(itemClass)}`
  throw new MachineryError('WrongItem', message, { path: `items[${index}]` })
}

function requireListType(list: TypedObject): void {
  if (isListType(list)) return
  throw notAList(list, `${typeName(kindClassOf(list))} is not a list: no Items field in this object`)
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null
}
