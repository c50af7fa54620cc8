import type { SharedInformer } from '@apimachinery/client/cache'
import { isMachineryError } from 'apimachinery/errors'
import { getControllerOfNoCopy } from 'apimachinery/meta'
import { getName, getNamespace, getUID, type KubernetesObject } from 'apimachinery/runtime'

const indexName = 'controller'

/**
 * Finds the objects of an informer by their controller, and those without one.
 *
 * Source: `AddPodControllerIndexer` and `FilterPodsByOwner` of pkg/controller of Kubernetes.
 */
export class ControllerIndex<T extends KubernetesObject> {
  readonly #informer: SharedInformer<T>

  /** Adds the index to the informer, where no other controller has. */
  constructor(informer: SharedInformer<T>) {
    this.#informer = informer
    try {
      informer.addIndexers({ [indexName]: (object) => [indexedAs(object)] })
    } catch (error) {
      if (!isMachineryError(error) || error.code !== 'IndexConflict') throw error
    }
  }

  /** The objects that a controller of a kind controls. */
  controlledBy(owner: KubernetesObject, kind: string): T[] {
    return this.#informer.lister.byIndex(indexName, keyOf(getNamespace(owner), kind, owner))
  }

  /** The objects that have the same controller as one of them, itself among them; none where it has no controller. */
  siblingsOf(object: T): T[] {
    if (getControllerOfNoCopy(object) === undefined) return []
    return this.#informer.lister.byIndex(indexName, indexedAs(object))
  }

  /** The objects of a namespace that nobody controls. */
  orphans(namespace: string): T[] {
    return this.#informer.lister.byIndex(indexName, namespace)
  }
}

function indexedAs(object: KubernetesObject): string {
  const namespace = getNamespace(object)
  const reference = getControllerOfNoCopy(object)
  return reference === undefined ? namespace : `${namespace}/${reference.kind}/${reference.name}/${reference.uid}`
}

function keyOf(namespace: string, kind: string, owner: KubernetesObject): string {
  return `${namespace}/${kind}/${getName(owner)}/${getUID(owner)}`
}
