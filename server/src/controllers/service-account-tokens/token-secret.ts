import type { SharedInformer } from '@apimachinery/client/cache'
import type { Secret, ServiceAccount } from 'apimachinery/api/core/v1'
import { getNamespace, getUID } from 'apimachinery/runtime'

export const accountNameAnnotation = 'kubernetes.io/service-account.name'
export const accountUIDAnnotation = 'kubernetes.io/service-account.uid'

/** Whether a secret is for the token of a service account. */
export function isTokenSecret({ type }: Secret): boolean {
  return type === 'kubernetes.io/service-account-token'
}

/** The name and uid of the account that a secret names; both may be empty. */
export function accountOf({ metadata }: Secret): { readonly name: string; readonly uid: string } {
  const { [accountNameAnnotation]: name = '', [accountUIDAnnotation]: uid = '' } = metadata?.annotations ?? {}
  return { name, uid }
}

/** The account of a secret, as far as the informer knows it. */
export function knownAccount(accounts: SharedInformer<ServiceAccount>, secret: Secret): ServiceAccount | undefined {
  const { name, uid } = accountOf(secret)
  const found = accounts.lister.namespace(getNamespace(secret)).get(name)
  return found !== undefined && (uid === '' || uid === getUID(found)) ? found : undefined
}
