import { isBadRequest } from 'apimachinery/errors'
import type { KubernetesObject } from 'apimachinery/runtime'
import type { Store } from '../registry/store.js'
import { storedOrAbsent } from '../storage/stored-or-absent.js'

/** The newest state of an object; `undefined` where there is none. */
export async function liveObject<T extends KubernetesObject>(
  { storage, keys }: Store<T>,
  namespace: string,
  name: string,
): Promise<T | undefined> {
  try {
    return (await storedOrAbsent(storage, keys.object(namespace, name)))?.object
  } catch (error) {
    // No object can have an invalid name.
    if (isBadRequest(error)) return undefined
    throw error
  }
}
