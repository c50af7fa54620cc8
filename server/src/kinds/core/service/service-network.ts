import type { Client } from '@apimachinery/client'
import type { MetricsRegistry } from '@apimachinery/client/metrics'
import type { RangeAllocation, Service } from 'apimachinery/api/core/v1'
import type { IPAddress, ServiceCIDR } from 'apimachinery/api/networking/v1'
import { getName, type KubernetesObject } from 'apimachinery/runtime'
import { ObjectCache } from '../../../storage/object-cache.js'
import type { Storage } from '../../../storage/storage.js'
import type { BuiltInStores } from '../../built-in-stores.js'
import { storeAt } from '../../cluster-cache.js'
import { addressRange } from './address-range.js'
import type { ServiceNetworking } from './allocation-session.js'
import { ClusterIPs } from './cluster-ips.js'
import { NodePorts } from './node-ports.js'
import { parsePortRange } from './port-range.js'
import { ServiceNetworkMetrics } from './service-network-metrics.js'

/** The addresses and ports that services can have, by the flags of the same names. */
export interface ServiceNetworkOptions {
  /** One CIDR, or two of different families; `['10.0.0.0/24']` by default. */
  readonly clusterIPRanges?: readonly string[]
  /** `30000-32767` by default. */
  readonly nodePortRange?: string
  /** A number from 0 to 1; picks addresses and ports. */
  readonly random?: () => number
}

/** The client of the server, and the observer of failed watches. */
export interface ServiceNetworkParts {
  /** Of the keys below `/registry/ranges/`. */
  readonly ranges: Storage<RangeAllocation>
  /** Before every key; `/registry` by default. */
  readonly keyPrefix?: string
  readonly client: Client
  readonly onError: (error: unknown) => void
  /** The registry of its metrics. */
  readonly registry: MetricsRegistry
}

/** The addresses and ports of services, as stored. */
export class ServiceNetwork implements ServiceNetworking {
  readonly families: readonly string[]
  readonly strict = true
  /** CIDRs of the flags, in their shortest form. */
  readonly cidrs: readonly string[]
  readonly ports: NodePorts
  metrics: ServiceNetworkMetrics | undefined
  readonly #options: ServiceNetworkOptions
  #caches: Caches | undefined
  #ips: ClusterIPs | undefined

  /** @throws Error for invalid CIDRs and ranges, and for two CIDRs of one family. */
  constructor(options: ServiceNetworkOptions = {}) {
    this.#options = options
    const ranges = (options.clusterIPRanges ?? ['10.0.0.0/24']).map(addressRange)
    this.families = ranges.map(({ family }) => family)
    this.cidrs = ranges.map(({ cidr }) => cidr)
    if (ranges.length === 0 || ranges.length > 2) {
      throw new Error('--service-cluster-ip-range must contain one or two CIDRs')
    }
    if (new Set(this.families).size !== ranges.length) {
      throw new Error(
        '--service-cluster-ip-range and --secondary-service-cluster-ip-range must be of different IP family',
      )
    }
    this.ports = new NodePorts(parsePortRange(options.nodePortRange ?? '30000-32767'), options.random)
  }

  get ips(): ClusterIPs {
    if (this.#ips === undefined) throw new Error('the network of services has no stores yet')
    return this.#ips
  }

  /** Services and addresses as they are stored. */
  get caches(): Pick<Caches, 'services' | 'addresses'> {
    if (this.#caches === undefined) throw new Error('the network of services has no stores yet')
    return this.#caches
  }

  /** Says where services are stored; nothing is read yet. */
  attach(stores: BuiltInStores, { ranges, keyPrefix, client, onError, registry }: ServiceNetworkParts): void {
    const cacheOf = <T extends KubernetesObject>(prefix: string): ObjectCache<T> => {
      const store = storeAt<T>(stores, prefix)
      return new ObjectCache<T>({ storage: store.storage, prefix: store.keys.collection(''), onError })
    }
    const caches = {
      services: cacheOf<Service>('services/specs'),
      addresses: cacheOf<IPAddress>('ipaddresses'),
      serviceCIDRs: cacheOf<ServiceCIDR>('servicecidrs'),
    }
    const { random } = this.#options
    this.#caches = caches
    this.#ips = new ClusterIPs({ ...caches, client, ...(random !== undefined && { random }) })
    this.ports.attach(ranges, { ...(keyPrefix !== undefined && { keyPrefix }), onError })
    this.metrics = new ServiceNetworkMetrics(registry, {
      ranges: () => this.ips.ranges(),
      addresses: () => [...caches.addresses.list()].map((address) => getName(address)),
      ports: () => ({ size: this.ports.range.size, taken: this.ports.taken }),
    })
  }

  /** Resolves when everything that is stored was read. */
  async start(): Promise<void> {
    await Promise.all(this.#all().map((cache) => cache.start()))
  }

  /** Resolves when addresses can be allocated, or on abort. */
  hasRanges(signal: AbortSignal): Promise<void> {
    const { serviceCIDRs } = this.#caches ?? {}
    return new Promise((resolve) => {
      const stop = serviceCIDRs?.onChange(() => check())
      const end = (): void => {
        stop?.()
        signal.removeEventListener('abort', end)
        resolve()
      }
      const check = (): void => {
        if (serviceCIDRs === undefined || signal.aborted || !this.ips.ranges().next().done) end()
      }
      signal.addEventListener('abort', end)
      check()
    })
  }

  stop(): void {
    for (const cache of this.#all()) cache.stop()
  }

  #all(): readonly Pick<ObjectCache<KubernetesObject>, 'start' | 'stop'>[] {
    return Object.values(this.#caches ?? {})
  }
}

interface Caches {
  readonly services: ObjectCache<Service>
  readonly addresses: ObjectCache<IPAddress>
  readonly serviceCIDRs: ObjectCache<ServiceCIDR>
}
