import type { Client } from '@apimachinery/client'
import { Secret, type ServiceAccount } from 'apimachinery/api/core/v1'
import { PatchType } from 'apimachinery/patch'
import { getDeletionTimestamp, getUID } from 'apimachinery/runtime'
import { type LegacyTokenStore, lastUsedLabel } from '../authentication/service-account/legacy-token-authenticator.js'
import type { BuiltInStores } from '../kinds/built-in-stores.js'
import { liveObject } from '../kinds/live-object.js'

/** How uses of secrets are written. */
export interface LegacyTokenWriter {
  /** A client with all rights. */
  readonly client: Client
  readonly onError: (error: unknown) => void
}

/** Looks secrets and service accounts up in the stores of the server itself. */
export function legacyTokenStore(stores: BuiltInStores, { client, onError }: LegacyTokenWriter): LegacyTokenStore {
  return {
    async secret(namespace, name) {
      const found = await liveObject(stores.at<Secret>('secrets'), namespace, name)
      return (
        found && {
          namespace,
          name,
          uid: getUID(found),
          isDeleted: getDeletionTimestamp(found) !== undefined,
          token: Buffer.from(found.data?.token ?? '', 'base64'),
          labels: found.metadata?.labels ?? {},
        }
      )
    },
    async account(namespace, name) {
      const found = await liveObject(stores.at<ServiceAccount>('serviceaccounts'), namespace, name)
      return (
        found && {
          uid: getUID(found),
          isDeleted: getDeletionTimestamp(found) !== undefined,
          secrets: (found.secrets ?? []).map((each) => each.name ?? ''),
        }
      )
    },
    async noteUse({ namespace, name, uid }, date) {
      const metadata = { name, namespace, uid, labels: { [lastUsedLabel]: date } }
      const patch = { type: PatchType.Merge, body: { apiVersion: 'v1', kind: 'Secret', metadata } }
      await client.resource(Secret).namespace(namespace).patch(name, patch).catch(onError)
    },
  }
}
