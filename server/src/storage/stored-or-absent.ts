import type { KubernetesObject } from 'apimachinery/runtime'
import type { Storage } from './storage.js'
import { isStorageError } from './storage-error.js'
import type { StoredObject } from './stored-object.js'

/** The object under a key; `undefined` where there is none. */
export async function storedOrAbsent<T extends KubernetesObject>(
  storage: Pick<Storage<T>, 'get'>,
  key: string,
): Promise<StoredObject<T> | undefined> {
  try {
    return await storage.get(key)
  } catch (error) {
    if (isStorageError(error, 'KeyNotFound')) return undefined
    throw error
  }
}
