import { ownerReferencesOf } from 'apimachinery/meta'
import type { KindClass, KubernetesObject } from 'apimachinery/runtime'
import { parseGroupVersion } from 'apimachinery/schema'
import { factsOf } from '../cache/object-facts.js'
import type { KeysOfEvent } from './informer-source.js'
import type { ReconcileKey } from './reconcile-request.js'

/** Which owners count. */
export interface OwnerOptions {
  /** Only the one owner that is the controller. Default true. */
  readonly onlyController?: boolean | undefined
  readonly cluster?: string | undefined
}

/** After an event of an object: its owners of a kind, both before and after an update. */
export function ownerKeys<T extends KubernetesObject>(
  owner: KindClass,
  { onlyController = true, cluster = '' }: OwnerOptions = {},
): KeysOfEvent<T> {
  const { group, kind } = owner.groupVersionKind
  const isNamespaced = owner.resource?.scope !== 'Cluster'
  const add = (object: KubernetesObject, keys: Map<string, ReconcileKey>): void => {
    for (const reference of ownerReferencesOf(object)) {
      if (reference.kind !== kind || (onlyController && reference.controller !== true)) continue
      if (parseGroupVersion(reference.apiVersion).group !== group) continue
      const namespace = isNamespaced ? (factsOf(object).namespace ?? '') : ''
      keys.set(reference.name, { namespace, name: reference.name, cluster })
    }
  }
  return (event) => {
    const keys = new Map<string, ReconcileKey>()
    if (event.type === 'update' && event.old !== event.object) add(event.old, keys)
    add(event.object, keys)
    return keys.values()
  }
}
