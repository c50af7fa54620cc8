import { hostname } from 'node:os'
import type { Client } from '@apimachinery/client'
import { EventBroadcaster } from '@apimachinery/client/events'
import { Lease } from 'apimachinery/api/coordination/v1'
import { Endpoints } from 'apimachinery/api/core/v1'
import type { Clock, PassiveClock } from 'apimachinery/wait'
import { addressRange, formatAddress } from '../../kinds/core/service/address-range.js'
import { ClusterIPRepair } from '../../kinds/core/service/cluster-ip-repair.js'
import { NodePortRepair } from '../../kinds/core/service/node-port-repair.js'
import type { ServiceNetwork } from '../../kinds/core/service/service-network.js'
import type { PolicyFacts } from '../../kinds/rbac/policy-rows.js'
import type { Storages } from '../../registry/storages.js'
import type { GenericAPIServer } from '../../server/generic-api-server.js'
import type { HookContext } from '../../server/hooks.js'
import type { Loopback } from '../../server/loopback.js'
import { type ClusterAuthenticationInfo, ensureLegacyTokenTracking, publishAuthenticationInfo } from './config-maps.js'
import { ensureDefaultServiceCIDR } from './default-service-cidr.js'
import { ensureFlowControl } from './flow-control-objects.js'
import { collectIdentityLeases, IdentityLease, identityOf } from './identity-lease.js'
import { ensureKubernetesService } from './kubernetes-service.js'
import { MasterLeases } from './master-leases.js'
import { ensurePriorityClasses } from './priority-classes.js'
import { reconcileRBACPolicy } from './rbac-policy.js'
import { type Attempts, repeat, untilDone } from './repeat.js'
import { writeServerEndpoints } from './server-endpoints.js'
import { type StoredResource, writeStorageVersions } from './storage-versions.js'
import { ensureSystemNamespaces } from './system-namespaces.js'

/** How members of the cluster reach the server. */
export interface AdvertisedAddress {
  /** An IP address; endpoints of services must not have one of the loopback interface. */
  readonly address: string
  /** Known once the server listens. */
  readonly port: number | Promise<number>
}

/** Input of bootstrap. */
export interface BootstrapOptions {
  /** `namespaces` makes the namespaces of the system and nothing else; default `cluster`: all that kube-apiserver makes. */
  readonly contents?: 'cluster' | 'namespaces' | undefined
  /** Absent if the server is not reachable in a cluster: the service `kubernetes` has no endpoints then. */
  readonly advertise?: AdvertisedAddress | undefined
  /** `lease` keeps a key of its own alive; `none` writes no endpoints. Default `lease`. */
  readonly endpointReconciler?: 'lease' | 'none' | undefined
  /** A port of the nodes for the service `kubernetes`. */
  readonly kubernetesServiceNodePort?: number | undefined
  /** Called each minute: its files may have changed. */
  readonly authenticationInfo?: (() => ClusterAuthenticationInfo) | undefined
  /** The store is a copy of one in which a server with the same options has made all this: it is kept so, and not made anew. */
  readonly isDone?: boolean | undefined
  /** That of the machine where absent. */
  readonly hostname?: string | undefined
}

/** Parts of the server that bootstrap works with. */
export interface BootstrapParts extends PolicyFacts {
  readonly generic: GenericAPIServer
  readonly loopback: Loopback
  /** Of the server itself. */
  readonly client: Client
  readonly clock: Clock
  readonly network: ServiceNetwork
  readonly storages: Storages
  /** Whether version `v1` of a group is served; hooks that write to others are left out. */
  readonly isServed: (group: string) => boolean
  /** What storage version objects tell; absent where their gate is off. */
  readonly storedResources?: readonly StoredResource[] | undefined
}

const second = 1000

/** Groups other than the core group that hooks write to. */
const groups: Readonly<Record<string, string>> = {
  'start-kube-apiserver-identity-lease-controller': 'coordination.k8s.io',
  'start-kube-apiserver-identity-lease-garbage-collector': 'coordination.k8s.io',
  'start-service-ip-repair-controllers': 'networking.k8s.io',
  'bootstrap-controller': 'networking.k8s.io',
  'start-kubernetes-service-cidr-controller': 'networking.k8s.io',
  'rbac/bootstrap-roles': 'rbac.authorization.k8s.io',
  'scheduling/bootstrap-system-priority-classes': 'scheduling.k8s.io',
  'priority-and-fairness-config-producer': 'flowcontrol.apiserver.k8s.io',
}

/**
 * Creates what every cluster has and keeps it so, each kind in a hook of upstream's name.
 *
 * Source: pkg/controlplane of Kubernetes.
 */
export function addBootstrapHooks(parts: BootstrapParts, options: BootstrapOptions = {}): void {
  const { generic, loopback, client, clock } = parts
  const hook: AddHook = (name, run) => {
    if (!parts.isServed(groups[name] ?? '')) return
    const onError = (error: unknown): void =>
      generic.logger.warn({ hook: name, error }, 'bootstrap failed, trying again')
    generic.hooks.addPostStart(name, ({ signal }: HookContext) =>
      run({ clock, signal, onError, isDone: options.isDone }),
    )
  }
  const namespaces = newMilestone()
  hook('start-system-namespaces-controller', async (attempts) => {
    await repeat({ ...attempts, every: 60 * second, run: () => ensureSystemNamespaces(client) })
    namespaces.reached()
  })
  if (options.contents === 'namespaces') return
  hook('start-cluster-authentication-info-controller', async (attempts) => {
    const info = options.authenticationInfo ?? (() => ({}))
    await namespaces.wait
    await repeat({ ...attempts, every: 60 * second, run: () => publishAuthenticationInfo(client, info()) })
  })
  addIdentityHooks(hook, { client, clock, options, namespaces })
  const { storedResources } = parts
  if (storedResources !== undefined)
    addStorageVersionHook(hook, storedResources, { client, clock, options, namespaces })
  hook('start-legacy-token-tracking-controller', async (attempts) => {
    await namespaces.wait
    await untilDone({ ...attempts, run: () => ensureLegacyTokenTracking(client, new Date(clock.now())) })
  })
  addServiceHooks(hook, { ...parts, client, clock, options, namespaces })
  hook('rbac/bootstrap-roles', async (attempts) => {
    await namespaces.wait
    await untilDone({ ...attempts, run: () => reconcileRBACPolicy(client, parts) })
  })
  hook('scheduling/bootstrap-system-priority-classes', (attempts) =>
    untilDone({ ...attempts, run: () => ensurePriorityClasses(client) }),
  )
  const producer = loopback.component('api-priority-and-fairness-config-producer-v1')
  hook('priority-and-fairness-config-producer', (attempts) =>
    untilDone({ ...attempts, run: () => ensureFlowControl(producer) }),
  )
}

type AddHook = (name: string, run: (attempts: Omit<Attempts, 'run'>) => Promise<void>) => void

interface Writing {
  readonly client: Client
  readonly clock: PassiveClock
  readonly options: BootstrapOptions
  /** The namespaces of the system are there. */
  readonly namespaces: Milestone
}

/** Something that one hook does and others wait for. */
interface Milestone {
  readonly wait: Promise<void>
  readonly reached: () => void
}

function newMilestone(): Milestone {
  let reached: () => void = () => undefined
  const wait = new Promise<void>((resolve) => {
    reached = resolve
  })
  return { wait, reached: () => reached() }
}

function addIdentityHooks(hook: AddHook, { client, clock, options, namespaces }: Writing): void {
  hook('start-kube-apiserver-identity-lease-controller', async (attempts) => {
    await namespaces.wait
    const { advertise } = options
    const port = await portOf(advertise, attempts.signal)
    const peerAddress = advertise === undefined ? undefined : `${advertise.address}:${port}`
    const identity = { hostname: options.hostname ?? hostname(), peerAddress }
    const lease = new IdentityLease(client, identity)
    await repeat({ ...attempts, every: 10 * second, run: () => lease.renew(new Date(clock.now())) })
  })
  hook('start-kube-apiserver-identity-lease-garbage-collector', (attempts) =>
    repeat({ ...attempts, every: 3600 * second, run: () => collectIdentityLeases(client, new Date(clock.now())) }),
  )
}

/** The port that the server listens on; a server that stops before it listens must not wait for it. */
async function portOf(advertise: AdvertisedAddress | undefined, signal: AbortSignal): Promise<number | undefined> {
  if (advertise === undefined || signal.aborted) return undefined
  let stop: () => void = () => undefined
  const stopped = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined)
  })
  signal.addEventListener('abort', stop, { once: true })
  const port = await Promise.race([advertise.port, stopped])
  signal.removeEventListener('abort', stop)
  return port
}

/** Source: `StorageVersionPostStartHookName` of k8s.io/kube-aggregator. */
function addStorageVersionHook(
  hook: AddHook,
  resources: readonly StoredResource[],
  { client, clock, options, namespaces }: Writing,
): void {
  hook('built-in-resources-storage-version-updater', async (attempts) => {
    await namespaces.wait
    const serverID = identityOf(options.hostname ?? hostname())
    // Without its lease a server is taken for gone, and what it says is collected.
    const leases = client.resource(Lease).namespace('kube-system')
    await untilDone({ ...attempts, run: async () => void (await leases.get(serverID)) })
    const run = (): Promise<void> => writeStorageVersions(resources, { client, serverID, clock })
    await repeat({ ...attempts, every: 600 * second, run })
  })
}

type ServiceWriting = Writing & Pick<BootstrapParts, 'generic' | 'clock' | 'network' | 'storages'>

function addServiceHooks(hook: AddHook, parts: ServiceWriting): void {
  const { client, clock, network, options, namespaces } = parts
  const serviceCIDR = newMilestone()
  hook('start-service-ip-repair-controllers', async (attempts) => {
    await network.start()
    const broadcaster = new EventBroadcaster({ client, clock: parts.clock })
    attempts.signal.addEventListener('abort', () => void broadcaster.stop({ timeout: 0 }), { once: true })
    const { ofPorts, ofAddresses } = repairsOf(network, broadcaster, parts.clock)
    await repeat({ ...attempts, every: 180 * second, run: () => ofPorts.run() })
    await network.hasRanges(attempts.signal)
    await repeat({ ...attempts, every: 180 * second, run: () => ofAddresses.run() })
  })
  hook('bootstrap-controller', async (attempts) => {
    const { advertise, kubernetesServiceNodePort: nodePort } = options
    const port = (await portOf(advertise, attempts.signal)) ?? 6443
    const [cidr = ''] = network.cidrs
    const { first, family } = addressRange(cidr)
    const service = {
      clusterIP: formatAddress(first, family),
      targetPort: port,
      nodePort,
    }
    const endpoints = endpointWriter(parts, port)
    const run = async (): Promise<void> => {
      await ensureKubernetesService(client, service)
      // As upstream: the server is ready without, such as with an address that endpoints must not have.
      await endpoints?.().catch(attempts.onError)
    }
    await Promise.all([namespaces.wait, serviceCIDR.wait])
    await network.hasRanges(attempts.signal)
    await repeat({ ...attempts, every: 10 * second, run })
  })
  hook('start-kubernetes-service-cidr-controller', async (attempts) => {
    const run = (): Promise<void> => ensureDefaultServiceCIDR(client, network.cidrs, new Date(clock.now()))
    await repeat({ ...attempts, every: 60 * second, run })
    serviceCIDR.reached()
  })
}

/** The repairs that align allocated ports and addresses with services. */
function repairsOf(
  network: ServiceNetwork,
  broadcaster: EventBroadcaster,
  clock: Clock,
): { readonly ofPorts: NodePortRepair; readonly ofAddresses: ClusterIPRepair } {
  const { services, addresses } = network.caches
  const { ports, ips } = network
  const recorder = (name: string) => broadcaster.recorder(`${name}-repair-controller`)
  const ofPorts = { ports, services: () => services.list(), events: recorder('portallocator') }
  const ofAddresses = { services, addresses, ips, events: recorder('ipallocator'), clock }
  return { ofPorts: new NodePortRepair(ofPorts), ofAddresses: new ClusterIPRepair(ofAddresses) }
}

/** Keeps this server among the endpoints of the service, and takes it away when it ends. */
function endpointWriter(
  { generic, client, storages, options }: ServiceWriting,
  port: number,
): (() => Promise<void>) | undefined {
  const { advertise, endpointReconciler = 'lease' } = options
  if (advertise === undefined || endpointReconciler === 'none') return undefined
  const leases = new MasterLeases(
    storages.openInternal({ path: 'masterleases', resource: 'apiServerIPInfo', type: Endpoints }),
    storages.keyPrefix,
  )
  generic.hooks.addPreShutdown('remove-server-endpoints', async () => {
    await leases.remove(advertise.address)
    await writeServerEndpoints(client, { addresses: await leases.list(), port })
  })
  return async () => {
    await leases.renew(advertise.address)
    await writeServerEndpoints(client, { addresses: await leases.list(), port })
  }
}
