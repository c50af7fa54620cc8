import { objectKey } from '@apimachinery/client/cache'
import { Secret, ServiceAccount } from 'apimachinery/api/core/v1'
import { isConflict, isNotFound } from 'apimachinery/errors'
import { getName, getNamespace, getUID } from 'apimachinery/runtime'
import { type Controller, type ControllerContext, reconcileLoop } from '../controller.js'
import type { ControllerSettings } from '../controller-settings.js'
import { accountNameAnnotation, accountOf, accountUIDAnnotation, isTokenSecret, knownAccount } from './token-secret.js'

const name = 'serviceaccount-token-controller'

type Settings = Pick<ControllerSettings, 'certificateAuthority' | 'tokenIssuer'>

/**
 * Fills secrets of the type `kubernetes.io/service-account-token`, deletes those without an account, and removes deleted ones from
 * their accounts.
 *
 * Source: `tokens_controller.go` of pkg/controller/serviceaccount of Kubernetes.
 */
export function tokenSecretController(context: ControllerContext, settings: Settings): Controller {
  const { client, informers } = context
  const secrets = informers.informerFor(Secret)
  const accounts = informers.informerFor(ServiceAccount)
  /** Deleted secrets by their keys, until their accounts do not list them. */
  const gone = new Map<string, Secret>()

  async function reconcile(key: string): Promise<undefined> {
    const secret = secrets.lister.getByKey(key)
    const deleted = gone.get(key)
    if (secret === undefined && deleted !== undefined) {
      await forget(deleted)
      gone.delete(key)
    }
    if (secret === undefined || !isTokenSecret(secret) || !accounts.hasSynced()) return undefined
    const account = knownAccount(accounts, secret) ?? (await liveAccount(secret))
    await (account === undefined ? remove(secret) : fill(secret, account))
    return undefined
  }

  async function liveAccount(secret: Secret): Promise<ServiceAccount | undefined> {
    const { name: account, uid } = accountOf(secret)
    if (account === '') return undefined
    const found = await orGone(client.resource(ServiceAccount).namespace(getNamespace(secret)).get(account))
    return found !== undefined && (uid === '' || uid === getUID(found)) ? found : undefined
  }

  async function remove(secret: Secret): Promise<void> {
    const own = client.resource(Secret).namespace(getNamespace(secret))
    await orGone(own.delete(getName(secret), { preconditions: { uid: getUID(secret) } }))
  }

  async function fill(known: Secret, account: ServiceAccount): Promise<void> {
    const authority = Buffer.from(await settings.certificateAuthority()).toString('base64')
    if (isFilled(known, authority)) return
    const namespace = getNamespace(known)
    const live = await orGone(client.resource(Secret).namespace(namespace).get(getName(known)))
    // What changed since is looked at again when the informer knows it.
    if (live === undefined || live.metadata?.resourceVersion !== known.metadata?.resourceVersion) return
    const serviceAccount = { name: getName(account), uid: getUID(account) }
    const data: Record<string, string> = { ...live.data, 'ca.crt': authority }
    data.namespace ||= Buffer.from(namespace).toString('base64')
    const request = { namespace, serviceAccount, secret: getName(live) }
    data.token ||= Buffer.from(await settings.tokenIssuer.issueSecretToken(request)).toString('base64')
    const own = { [accountNameAnnotation]: serviceAccount.name, [accountUIDAnnotation]: serviceAccount.uid }
    const metadata = { ...live.metadata, annotations: { ...live.metadata?.annotations, ...own } }
    await orGone(client.update(new Secret({ ...live, metadata, data })))
  }

  /** Removes a deleted secret from the account that lists it. */
  async function forget(secret: Secret): Promise<void> {
    const known = knownAccount(accounts, secret)
    if (known === undefined) return
    const own = client.resource(ServiceAccount).namespace(getNamespace(secret))
    const account = await orGone(own.get(getName(known)))
    const listed = account?.secrets ?? []
    const others = listed.filter((each) => each.name !== getName(secret))
    if (account === undefined || getUID(account) !== getUID(known) || others.length === listed.length) return
    await orGone(own.update(new ServiceAccount({ ...account, secrets: others })))
  }

  const loop = reconcileLoop({ name, context, reconcile })
  return {
    name,
    start() {
      const add = (secret: Secret): void => {
        if (isTokenSecret(secret)) loop.add(objectKey(secret))
      }
      secrets.addEventHandler({
        onAdd: add,
        onUpdate: (_old, secret) => add(secret),
        onDelete(secret) {
          if (!isTokenSecret(secret)) return
          gone.set(objectKey(secret), secret)
          add(secret)
        },
      })
      const ofAccount = (account: ServiceAccount): void => {
        for (const secret of secrets.lister.namespace(getNamespace(account)).list())
          if (accountOf(secret).name === getName(account)) add(secret)
      }
      const registration = accounts.addEventHandler({ onDelete: ofAccount })
      void registration.synced.then(() => secrets.lister.list().forEach(add))
      loop.start()
    },
    stop: () => loop.stop(),
  }
}

function isFilled({ data }: Secret, authority: string): boolean {
  return data?.['ca.crt'] === authority && (data.namespace ?? '') !== '' && (data.token ?? '') !== ''
}

/** The answer; undefined where the object is gone or has changed, which the informer will tell. */
async function orGone<T>(answer: Promise<T>): Promise<T | undefined> {
  return answer.catch((error: unknown) => {
    if (!isNotFound(error) && !isConflict(error)) throw error
    return undefined
  })
}
