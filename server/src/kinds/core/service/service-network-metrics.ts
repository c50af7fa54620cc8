import { defaultBuckets, type Histogram, type MetricsRegistry, type NumberFamily } from '@apimachinery/client/metrics'
import { type AddressRange, isInRange, sizeOf } from './address-range.js'

/** The allocated and available addresses and ports; read with the metrics. */
export interface AllocatedNetwork {
  /** Ranges of addresses. */
  readonly ranges: () => Iterable<AddressRange>
  /** Addresses that services have. */
  readonly addresses: () => Iterable<string>
  /** How many ports of the nodes there are, and how many services have. */
  readonly ports: () => { readonly size: number; readonly taken: number }
}

/** How an attempt to get an address ended. */
export interface AddressAllocation {
  readonly succeeded: boolean
  readonly seconds: number
}

/** Whether an address or a port was requested, or picked by the server. */
export type AllocationScope = 'static' | 'dynamic'

/**
 * `kube_apiserver_clusterip_allocator_*` and `kube_apiserver_nodeport_allocator_*`.
 *
 * Source: pkg/registry/core/service/{ipallocator,portallocator} of Kubernetes.
 */
export class ServiceNetworkMetrics {
  readonly #addresses: NumberFamily
  readonly #addressErrors: NumberFamily
  readonly #seconds: Histogram
  readonly #ports: NumberFamily
  readonly #portErrors: NumberFamily

  constructor(registry: MetricsRegistry, network: AllocatedNetwork) {
    const ips = 'kube_apiserver_clusterip_allocator'
    const ports = 'kube_apiserver_nodeport_allocator'
    const stability = 'ALPHA'
    const ofRanges = { stability, labelNames: ['cidr'] } as const
    registry.gauge(
      { ...ofRanges, name: `${ips}_allocated_ips`, help: 'Gauge measuring the number of allocated IPs for Services' },
      (family) => eachRange(family, network, (allocated) => allocated),
    )
    registry.gauge(
      { ...ofRanges, name: `${ips}_available_ips`, help: 'Gauge measuring the number of available IPs for Services' },
      (family) => eachRange(family, network, (allocated, size) => size - allocated),
    )
    const scoped = { stability, labelNames: ['cidr', 'scope'] } as const
    this.#addresses = registry.counter({
      ...scoped,
      name: `${ips}_allocation_total`,
      help: 'Number of Cluster IPs allocations',
    })
    this.#addressErrors = registry.counter({
      ...scoped,
      name: `${ips}_allocation_errors_total`,
      help: 'Number of errors trying to allocate Cluster IPs',
    })
    this.#seconds = registry.histogram({
      ...ofRanges,
      name: `${ips}_allocation_duration_seconds`,
      help: 'Duration in seconds to allocate a Cluster IP by ServiceCIDR',
      buckets: defaultBuckets,
    })
    registry.gauge(
      {
        stability,
        name: `${ports}_allocated_ports`,
        help: 'Gauge measuring the number of allocated NodePorts for Services',
      },
      (family) => family.labels().set(network.ports().taken),
    )
    registry.gauge(
      {
        stability,
        name: `${ports}_available_ports`,
        help: 'Gauge measuring the number of available NodePorts for Services',
      },
      (family) => family.labels().set(network.ports().size - network.ports().taken),
    )
    this.#ports = registry.counter({
      stability,
      labelNames: ['scope'],
      name: `${ports}_allocation_total`,
      help: 'Number of NodePort allocations',
    })
    this.#portErrors = registry.counter({
      stability,
      labelNames: ['scope'],
      name: `${ports}_allocation_errors_total`,
      help: 'Number of errors trying to allocate NodePort',
    })
  }

  /** An address of a range was requested; `seconds` is its duration. */
  address(cidr: string, scope: AllocationScope, { succeeded, seconds }: AddressAllocation): void {
    this.#seconds.labels(cidr).observe(seconds)
    const family = succeeded ? this.#addresses : this.#addressErrors
    family.labels(cidr, scope).inc()
  }

  /** A port was requested. */
  port(scope: AllocationScope, succeeded: boolean): void {
    const family = succeeded ? this.#ports : this.#portErrors
    family.labels(scope).inc()
  }
}

function eachRange(
  family: NumberFamily,
  { ranges, addresses }: AllocatedNetwork,
  value: (allocated: number, size: number) => number,
): void {
  family.clear()
  const all = [...addresses()]
  for (const range of ranges()) {
    const allocated = all.filter((address) => isInRange(range, address)).length
    family.labels(range.cidr).set(value(allocated, sizeOf(range)))
  }
}
