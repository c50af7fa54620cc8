import { ConfigMap, Pod, Secret, ServiceAccount } from 'apimachinery/api/core/v1'
import { isConflict, isNotFound } from 'apimachinery/errors'
import { PatchType } from 'apimachinery/patch'
import { getCreationTimestamp, getName, getNamespace, getUID } from 'apimachinery/runtime'
import { invalidSinceLabel, lastUsedLabel } from '../../authentication/service-account/legacy-token-authenticator.js'
import { secretsOf } from '../../internal/pod-references.js'
import { type Controller, type ControllerContext, isDeleting } from '../controller.js'
import { periodicController } from '../periodic-controller.js'
import { isTokenSecret, knownAccount } from './token-secret.js'

const name = 'legacy-serviceaccount-token-cleaner-controller'
const day = 24 * 60 * 60 * 1000
/** How long a token may go without use, unless something else is asked for. */
const usualPeriod = 365 * day
const tracking = 'kube-apiserver-legacy-service-account-token-tracking'

/**
 * Marks tokens as invalid that were made for their accounts automatically, that no pod mounts, and that nobody has used for a year; a
 * year later it deletes them.
 *
 * Source: `legacy_serviceaccount_token_cleaner.go` of pkg/controller/serviceaccount of Kubernetes.
 */
export function legacyTokenCleanerController(context: ControllerContext, unusedFor = usualPeriod): Controller {
  const { client, clock, informers } = context
  const secrets = informers.informerFor(Secret)
  const accounts = informers.informerFor(ServiceAccount)
  const pods = informers.informerFor(Pod)
  const synced = Promise.all([secrets, accounts, pods].map((each) => each.addEventHandler({}).synced))

  async function run(): Promise<void> {
    const now = clock.now()
    const since = await trackedSince()
    if (now < since + unusedFor) return
    const limit = dateOf(now - unusedFor)
    for (const secret of secrets.lister.list().filter((each) => isUnused(each, now, limit)))
      await retire(secret, dateOf(now), limit).catch((error: unknown) => {
        if (!isNotFound(error) && !isConflict(error)) context.onError(error, name)
      })
  }

  /** The first moment at which all uses of tokens are known. */
  async function trackedSince(): Promise<number> {
    const map = await client.get(ConfigMap, { name: tracking, namespace: 'kube-system' })
    const { since = '' } = map.data ?? {}
    if (!isDate(since)) throw new Error(`error parsing trackedSince time: ${JSON.stringify(since)}`)
    return Date.parse(since) + day
  }

  function isUnused(secret: Secret, now: number, limit: string): boolean {
    if (!isTokenSecret(secret) || isDeleting(secret)) return false
    if (Date.parse(String(getCreationTimestamp(secret))) >= now - unusedFor) return false
    const lastUsed = secret.metadata?.labels?.[lastUsedLabel]
    if (lastUsed !== undefined && (!isDate(lastUsed) || lastUsed >= limit)) return false
    const account = knownAccount(accounts, secret)
    const isAutomatic = account?.secrets?.some((each) => each.name === getName(secret)) ?? false
    return isAutomatic && !isMounted(secret)
  }

  function isMounted(secret: Secret): boolean {
    const own = pods.lister.namespace(getNamespace(secret)).list()
    return own.some(({ spec }) => spec !== undefined && secretsOf(spec).includes(getName(secret)))
  }

  async function retire(secret: Secret, today: string, limit: string): Promise<void> {
    const own = client.resource(Secret).namespace(getNamespace(secret))
    const invalidSince = secret.metadata?.labels?.[invalidSinceLabel] ?? ''
    if (isDate(invalidSince)) {
      const { resourceVersion } = secret.metadata ?? {}
      if (invalidSince < limit) await own.delete(getName(secret), { preconditions: { resourceVersion } })
      return
    }
    const metadata = { uid: getUID(secret), labels: { [invalidSinceLabel]: today } }
    await own.patch(getName(secret), { type: PatchType.Merge, body: { metadata } })
  }

  return periodicController({ name, context, period: day, synced, run })
}

function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
}
