import type { KubernetesObject } from 'apimachinery/runtime'
import type { ResourceStorage } from './resource-storage.js'
import type { Store } from './store.js'

/**
 * The storage object of a store with some of its verbs done otherwise. A verb that is `undefined` in `changes` is not
 * served.
 */
export function delegatedStore<T extends KubernetesObject>(
  store: Store<T>,
  changes: { readonly [K in keyof ResourceStorage<T>]?: ResourceStorage<T>[K] | undefined },
): ResourceStorage<T> {
  const { type, namespaced, singularName, shortNames, categories, storageVersion, resetFields, table } = store
  const all = {
    type,
    namespaced,
    singularName,
    shortNames,
    categories,
    storageVersion,
    resetFields,
    table,
    deleteReturnsObject: store.deleteReturnsObject,
    get: (context, name, request) => store.get(context, name, request),
    list: (context, request) => store.list(context, request),
    watch: (context, request) => store.watch(context, request),
    create: (context, object, request) => store.create(context, object, request),
    update: (context, name, request) => store.update(context, name, request),
    delete: (context, name, request) => store.delete(context, name, request),
    deleteCollection: (context, request, list) => store.deleteCollection(context, request, list),
    ...changes,
  } satisfies { [K in keyof ResourceStorage<T>]?: ResourceStorage<T>[K] | undefined }
  return all as unknown as ResourceStorage<T>
}
