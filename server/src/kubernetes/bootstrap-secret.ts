import type { Secret } from 'apimachinery/api/core/v1'
import { getDeletionTimestamp } from 'apimachinery/runtime'
import type { BootstrapSecret } from '../authentication/bootstrap-token.js'
import type { BuiltInStores } from '../kinds/built-in-stores.js'
import { liveObject } from '../kinds/live-object.js'

/** A secret of `kube-system`, decoded; `undefined` where there is none. */
export async function bootstrapSecret(stores: BuiltInStores, name: string): Promise<BootstrapSecret | undefined> {
  const secret = await liveObject(stores.at<Secret>('secrets'), 'kube-system', name)
  if (secret === undefined) return undefined
  const entries = Object.entries(secret.data ?? {}).map(([key, value]) => [
    key,
    Buffer.from(value, 'base64').toString('utf8'),
  ])
  return {
    type: secret.type ?? '',
    isDeleted: getDeletionTimestamp(secret) !== undefined,
    data: Object.fromEntries(entries),
  }
}
