import type { CustomResources } from '../customresources/custom-resources.js'
import { deadline } from '../internal/deadline.js'
import type { GenericAPIServer } from '../server/generic-api-server.js'
import { followingHook } from '../server/hooks.js'
import type { KV } from '../storage/kv/kv.js'
import type { StorageSettings } from './storage-settings.js'

const hooks = (...names: readonly string[]): string[] => names.map((name) => `poststarthook/${name}`)

/** The names of kube-apiserver's checks, in its order. */
export const healthOrder: readonly string[] = [
  'ping',
  'log',
  'loopback-serving-certificate',
  'etcd',
  'etcd-readiness',
  'informer-sync',
  ...hooks(
    'start-apiserver-admission-initializer',
    'generic-apiserver-start-informers',
    'priority-and-fairness-config-consumer',
    'priority-and-fairness-filter',
    'storage-object-count-tracker-hook',
    'start-apiextensions-informers',
    'start-apiextensions-controllers',
    'crd-informer-synced',
    'start-system-namespaces-controller',
    'peer-endpoint-reconciler-controller',
    'start-cluster-authentication-info-controller',
    'start-kube-apiserver-identity-lease-controller',
    'start-kube-apiserver-identity-lease-garbage-collector',
    'storage-readiness',
    'start-legacy-token-tracking-controller',
    'start-service-ip-repair-controllers',
    'rbac/bootstrap-roles',
    'scheduling/bootstrap-system-priority-classes',
    'priority-and-fairness-config-producer',
    'bootstrap-controller',
    'start-kubernetes-service-cidr-controller',
    'aggregator-reload-proxy-client-cert',
    'start-kube-aggregator-informers',
    'built-in-resources-storage-version-updater',
    'apiservice-status-local-available-controller',
    'apiservice-status-remote-available-controller',
    'apiservice-registration-controller',
    'apiservice-discovery-controller',
    'kube-apiserver-autoregistration',
  ),
  'autoregister-completion',
  ...hooks('apiservice-openapi-controller', 'apiservice-openapiv3-controller'),
]

/** Input of the checks. */
export interface HealthParts {
  readonly kv: KV
  /** Resolves when roles, namespaces and the like are in memory. */
  readonly informersSynced: Promise<void>
}

/** What the checks of the store are limited by. */
export interface HealthCheckParts extends HealthParts {
  /** Stores of single resources. */
  readonly others: readonly KV[]
  readonly timeouts: Pick<StorageSettings, 'healthCheckTimeout' | 'readyCheckTimeout'>
}

/** The checks that are not hooks, with upstream's names for every store. */
export function addHealthChecks(
  generic: GenericAPIServer,
  { kv, others, informersSynced, timeouts }: HealthCheckParts,
): void {
  const { healthCheckTimeout = 2000, readyCheckTimeout = 2000 } = timeouts
  const within =
    (milliseconds: number, store = kv) =>
    (): Promise<void> =>
      answered(store, milliseconds)
  // Requests of the server to itself need no certificate.
  generic.health.addLive({ name: 'loopback-serving-certificate', check: () => {} })
  generic.health.add({ name: 'etcd', check: within(healthCheckTimeout) })
  generic.health.addReady({ name: 'etcd-readiness', check: within(readyCheckTimeout) })
  for (const [index, other] of others.entries()) {
    generic.health.add({ name: `etcd-override-${index}`, check: within(healthCheckTimeout, other) })
    generic.health.addReady({ name: `etcd-override-readiness-${index}`, check: within(readyCheckTimeout, other) })
  }
  let synced = false
  void informersSynced.then(() => {
    synced = true
  })
  generic.health.addReady({
    name: 'informer-sync',
    check() {
      if (!synced) throw new Error('informers not synced yet')
    },
  })
}

/** Resolves when the store answers. @throws Error where it takes too long. */
async function answered(kv: KV, milliseconds: number): Promise<void> {
  const limit = deadline(undefined, milliseconds, { reason: new Error('context deadline exceeded') })
  const late = new Promise<never>((_, reject) => {
    limit.signal.addEventListener('abort', () => reject(limit.signal.reason), { once: true })
  })
  try {
    await Promise.race([kv.status(), late])
  } finally {
    limit.stop()
  }
}

/** What hooks wait for that are one thing here and several upstream. */
export interface HookMilestones extends HealthParts {
  readonly customResources: CustomResources
  /** Whether priority and fairness is enabled. */
  readonly flowControl: boolean
}

/** Hooks by upstream's names whose work another hook does here, or that is done when the server starts: each waits for that. */
export function addFollowingHooks(generic: GenericAPIServer, parts: HookMilestones): void {
  const { kv, informersSynced, customResources, flowControl } = parts
  const synced = followingHook(informersSynced)
  const definitions = followingHook(customResources.started())
  generic.hooks.addPostStart('start-apiserver-admission-initializer', synced)
  generic.hooks.addPostStart('storage-object-count-tracker-hook', synced)
  generic.hooks.addPostStart('storage-readiness', async () => void (await kv.status()))
  generic.hooks.addPostStart('start-apiextensions-controllers', definitions)
  generic.hooks.addPostStart('crd-informer-synced', definitions)
  generic.hooks.addPostStart('peer-endpoint-reconciler-controller', async () => {})
  if (flowControl) generic.hooks.addPostStart('priority-and-fairness-filter', async () => {})
}
