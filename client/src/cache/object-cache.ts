import type { KindClass, KubernetesObject } from 'apimachinery/runtime'
import type { GroupVersionResource } from 'apimachinery/schema'
import type { IndexFunc } from './indexed-store.js'
import type { InformerFactory, InformerSelection } from './informer-factory.js'
import type { LabelMatcher } from './lister.js'
import type { SharedInformer } from './shared-informer.js'

/** Which objects of a kind. */
export interface CacheListOptions {
  readonly namespace?: string | undefined
  readonly labelSelector?: LabelMatcher | undefined
}

/** The name of a kind for a cache. */
export type CacheTarget<T extends KubernetesObject> = KindClass<T> | GroupVersionResource

/**
 * Reads objects of any kind from informers. A kind that is not read yet is read from then on: call {@link
 * ObjectCache.informer} before the manager starts to have it at once. Objects are frozen.
 */
export class ObjectCache {
  readonly factory: InformerFactory
  readonly #selections = new Map<unknown, InformerSelection>()

  constructor(factory: InformerFactory) {
    this.factory = factory
  }

  /** Sets how much of a kind is read, before its informer is created. */
  configure<T extends KubernetesObject>(target: CacheTarget<T>, selection: InformerSelection): void {
    this.#selections.set(informerKey(target), selection)
  }

  /** The informer of a kind. */
  informer<T extends KubernetesObject>(target: CacheTarget<T>): SharedInformer<T> {
    return this.factory.informerFor(target, this.#selections.get(informerKey(target)))
  }

  /** An object; undefined if it does not exist, or if the kind has not been read yet. */
  get<T extends KubernetesObject>(
    target: CacheTarget<T>,
    key: { readonly namespace?: string | undefined; readonly name: string },
  ): T | undefined {
    return this.informer(target).lister.get(key)
  }

  /** The objects of a kind. */
  list<T extends KubernetesObject>(target: CacheTarget<T>, { namespace, labelSelector }: CacheListOptions = {}): T[] {
    const { lister } = this.informer(target)
    return (namespace === undefined ? lister : lister.namespace(namespace)).list(labelSelector)
  }

  /** Adds an index to a kind. @throws MachineryError `IndexConflict` */
  addIndex<T extends KubernetesObject>(target: CacheTarget<T>, name: string, func: IndexFunc<T>): void {
    this.informer(target).addIndexers({ [name]: func })
  }

  /** The objects that an index finds. @throws MachineryError `NoSuchIndex` */
  byIndex<T extends KubernetesObject>(target: CacheTarget<T>, name: string, value: string): T[] {
    return this.informer(target).lister.byIndex(name, value)
  }

  /** Waits until what is read now has been read. */
  waitForSync(signal?: AbortSignal): Promise<void> {
    return this.factory.waitForSync(signal)
  }
}

function informerKey(target: object): unknown {
  return typeof target === 'function' ? target : String(target)
}
