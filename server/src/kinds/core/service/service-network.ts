import type { Client } from '@apimachinery/client'
import type { MetricsRegistry } from '@apimachinery/client/metrics'
import type { RangeAllocation, Service } from 'apimachinery/api/core/v1'
import type { IPAddress, ServiceCIDR } from 'apimachinery/api/networking/v1'
import { getName, type KubernetesObject } from 'apimachinery/runtime'
import type { ObjectCache } from '../../../storage/object-cache.js'
import type { Storage } from '../../../storage/storage.js'
import type { BuiltInStores } from '../../built-in-stores.js'
import { addressRange } from './address-range.js'
import type { ServiceNetworking } from './allocation-session.js'
import { ClusterIPs } from './cluster-ips.js'
import { NodePorts } from './node-ports.js'
import { parsePortRange } from './port-range.js'
import { ServiceNetworkMetrics } from './service-network-metrics.js'

/** The addresses and ports that services can have, by the flags of the same names. */
export interface ServiceNetworkOptions {
  /** One CIDR, or two of different families; `['10.0.0.0/24']` by default. */
  readonly clusterIPRanges?: readonly string[] | undefined
  /** `30000-32767` by default. */
  readonly nodePortRange?: string | undefined
  /** A number from 0 to 1; picks addresses and ports. */
  readonly random?: (() => number) | undefined
}

/** What the network reads and writes. Services and addresses are read when it starts. */
export interface ServiceNetworkParts {
  readonly stores: Pick<BuiltInStores, 'cache'>
  /** Of the keys below `/registry/ranges/`. */
  readonly ranges: Storage<RangeAllocation>
  /** Before every key; `/registry` by default. */
  readonly keyPrefix?: string | undefined
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
  readonly ips: ClusterIPs
  readonly ports: NodePorts
  readonly metrics: ServiceNetworkMetrics
  /** Services and addresses as they are stored. */
  readonly caches: Caches

  /** @throws Error for invalid CIDRs and ranges, and for two CIDRs of one family. */
  constructor(options: ServiceNetworkOptions, parts: ServiceNetworkParts) {
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
    const { stores, ranges: storage, keyPrefix, client, onError, registry } = parts
    const { random } = options
    const portRange = parsePortRange(options.nodePortRange ?? '30000-32767')
    this.ports = new NodePorts(portRange, { storage, keyPrefix, onError, random })
    const services = stores.cache<Service>('services/specs', onError)
    const addresses = stores.cache<IPAddress>('ipaddresses', onError)
    const serviceCIDRs = stores.cache<ServiceCIDR>('servicecidrs', onError)
    this.caches = { services, addresses, serviceCIDRs }
    this.ips = new ClusterIPs({ addresses, serviceCIDRs, client, random })
    this.metrics = new ServiceNetworkMetrics(registry, {
      ranges: () => this.ips.ranges(),
      addresses: () => [...addresses.list()].map((address) => getName(address)),
      ports: () => ({ size: this.ports.range.size, taken: this.ports.taken }),
    })
  }

  /** Resolves when everything that is stored was read. */
  async start(): Promise<void> {
    await Promise.all(this.#all().map((cache) => cache.start()))
  }

  /** Resolves when addresses can be allocated, or on abort. */
  hasRanges(signal: AbortSignal): Promise<void> {
    const { serviceCIDRs } = this.caches
    return new Promise((resolve) => {
      const stop = serviceCIDRs.onChange(() => check())
      const end = (): void => {
        stop()
        signal.removeEventListener('abort', end)
        resolve()
      }
      const check = (): void => {
        if (signal.aborted || !this.ips.ranges().next().done) end()
      }
      signal.addEventListener('abort', end)
      check()
    })
  }

  stop(): void {
    for (const cache of this.#all()) cache.stop()
  }

  #all(): readonly Pick<ObjectCache<KubernetesObject>, 'start' | 'stop'>[] {
    return Object.values(this.caches)
  }
}

interface Caches {
  readonly services: ObjectCache<Service>
  readonly addresses: ObjectCache<IPAddress>
  readonly serviceCIDRs: ObjectCache<ServiceCIDR>
}
