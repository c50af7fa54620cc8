import type { Secret } from 'apimachinery/api/core/v1'
import { getDeletionTimestamp } from 'apimachinery/runtime'
import type { BootstrapSecret } from '../authentication/bootstrap-token.js'
import { isStorageError } from '../storage/storage-error.js'
import type { BuiltInStores } from './built-in-stores.js'
import { storeAt } from './cluster-cache.js'

/** A secret of `kube-system`, decoded; `undefined` where there is none. */
export async function bootstrapSecret(stores: BuiltInStores, name: string): Promise<BootstrapSecret | undefined> {
  const { storage, keys } = storeAt<Secret>(stores, 'secrets')
  try {
    const { object } = await storage.get(keys.object('kube-system', name))
    const entries = Object.entries(object.data ?? {}).map(([key, value]) => [
      key,
      Buffer.from(value, 'base64').toString('utf8'),
    ])
    return {
      type: object.type ?? '',
      isDeleted: getDeletionTimestamp(object) !== undefined,
      data: Object.fromEntries(entries) as Record<string, string>,
    }
  } catch (error) {
    if (isStorageError(error, 'KeyNotFound')) return undefined
    throw error
  }
}
