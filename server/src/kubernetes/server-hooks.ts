import { followingHook } from '../server/hooks.js'
import { addBootstrapHooks } from './bootstrap/bootstrap-hooks.js'
import { addFollowingHooks, addHealthChecks } from './health-checks.js'
import type { ServerBase } from './server-base.js'
import type { EndpointParts, ServerEndpoints } from './server-endpoints.js'
import { storedResources } from './stored-resources.js'

/** Adds the post-start hooks, and the health checks. */
export function addServerHooks(base: ServerBase, parts: Omit<EndpointParts, 'admission'> & ServerEndpoints): void {
  const { options, kv, scheme, loopback, featureEnabled } = base
  const { generic, cluster, caches, groups, enablement, versions, flowControl, customResources } = parts
  const followed = [cluster, ...caches]
  let informersSynced: () => void = () => undefined
  const synced = new Promise<void>((resolve) => {
    informersSynced = resolve
  })
  const others = (options.otherStores ?? []).map((other) => other.kv)
  addHealthChecks(generic, { kv, others, informersSynced: synced, timeouts: options.storage ?? {} })
  const follows = { kv, informersSynced: synced, customResources, flowControl: flowControl !== undefined }
  addFollowingHooks(generic, follows)
  const startInformers = async (): Promise<void> => {
    await Promise.all(followed.map((cache) => cache.start()))
    informersSynced()
  }
  generic.hooks.addPostStart('generic-apiserver-start-informers', (context) => followingHook(startInformers())(context))
  const isServed = (group: string): boolean =>
    groups.some((each) => each.group === group && each.versions.some(({ version }) => version === 'v1'))
  const stored = featureEnabled('StorageVersionAPI')
    ? storedResources(versions, ({ group, version }) => enablement.isVersionServed(group, version), scheme)
    : undefined
  addBootstrapHooks({ ...base, ...parts, isServed, storedResources: stored }, options.bootstrap)
  if (flowControl === undefined) return
  const consumer = loopback.component('api-priority-and-fairness-config-consumer-v1')
  generic.hooks.addPostStart('priority-and-fairness-config-consumer', (context) => flowControl.run(context, consumer))
}
