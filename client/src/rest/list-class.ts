import { type ListMeta, listMetaDescriptor, typeMetaDescriptor } from 'apimachinery/meta/v1'
import {
  isUnstructuredClass,
  type KindClass,
  type KubernetesObject,
  TypedObject,
  UnstructuredList,
} from 'apimachinery/runtime'
import { list, struct } from 'apimachinery/runtime/gen-v1'
import { GroupVersionKind } from 'apimachinery/schema'

/** A list of objects of a kind, as an API server answers it. */
export interface ListOf<T> extends KubernetesObject {
  metadata?: ListMeta | undefined
  items: T[]
}

/** The class of the lists of a kind: what every kind's list looks like, so that none has to be registered. */
export function listClassFor<T extends KubernetesObject>(itemClass: KindClass<T>): KindClass<ListOf<T>> {
  if (isUnstructuredClass(itemClass)) return UnstructuredList as unknown as KindClass<ListOf<T>>
  if (itemClass.listClass !== undefined) return itemClass.listClass as KindClass<ListOf<T>>
  const { group, version, kind } = itemClass.groupVersionKind
  const descriptor = struct(`${itemClass.descriptor.name}List`, () => [
    ['TypeMeta', 0, typeMetaDescriptor, '<'],
    ['metadata', 1, listMetaDescriptor, '?'],
    ['items', 2, list(itemClass.descriptor)],
  ])
  class KindList extends TypedObject {
    static readonly groupVersionKind: GroupVersionKind = new GroupVersionKind(group, version, `${kind}List`)
    static readonly descriptor = descriptor
    static readonly itemClass = itemClass as KindClass
  }
  return KindList as unknown as KindClass<ListOf<T>>
}
