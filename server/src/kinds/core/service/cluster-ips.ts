import type { Client } from '@apimachinery/client'
import { IPAddress, type ServiceCIDR } from 'apimachinery/api/networking/v1'
import { isAlreadyExists, isNotFound } from 'apimachinery/errors'
import type { ObjectCache } from '../../../storage/object-cache.js'
import { type AddressRange, addressesOf, addressRange, familyOf, isInRange } from './address-range.js'

/** The service that an address is for. */
export interface ServiceName {
  readonly namespace: string
  readonly name: string
}

/** Input of {@link ClusterIPs}. */
export interface ClusterIPsOptions {
  readonly serviceCIDRs: ObjectCache<ServiceCIDR>
  readonly addresses: ObjectCache<IPAddress>
  /** Writes IPAddress objects. */
  readonly client: Client
  /** A number from 0 to 1. */
  readonly random?: (() => number) | undefined
}

export const mismatchedNetwork: string = 'the provided network does not match the current range'
export const alreadyAllocated: string = 'provided IP is already allocated'

/** Labels of the objects that are made here. */
export const familyLabel: string = 'ipaddress.kubernetes.io/ip-family'
export const managedByLabel: string = 'ipaddress.kubernetes.io/managed-by'
export const managedBy: string = 'ipallocator.k8s.io'

/**
 * The addresses of services: creating the IPAddress object of an address allocates it. The ranges are those of the ready
 * ServiceCIDRs.
 *
 * Source: `MetaAllocator` of pkg/registry/core/service/ipallocator of Kubernetes.
 */
export class ClusterIPs {
  readonly #options: ClusterIPsOptions

  constructor(options: ClusterIPsOptions) {
    this.#options = options
  }

  /** The ranges that addresses can be had of, by name of their ServiceCIDR. */
  *ranges(): Generator<AddressRange> {
    for (const serviceCIDR of this.#options.serviceCIDRs.list()) {
      if (serviceCIDR.metadata?.deletionTimestamp || !isReady(serviceCIDR)) continue
      for (const cidr of serviceCIDR.spec?.cidrs ?? []) yield addressRange(cidr)
    }
  }

  /** The range that an address can be had of. */
  rangeOf(address: string): AddressRange | undefined {
    for (const range of this.ranges()) if (isInRange(range, address)) return range
    return undefined
  }

  /** Whether any ServiceCIDR has the address, one that is not ready as well. */
  isInAnyRange(address: string): boolean {
    for (const { spec } of this.#options.serviceCIDRs.list()) {
      for (const cidr of spec?.cidrs ?? []) if (isInRange(addressRange(cidr), address)) return true
    }
    return false
  }

  /** Addresses of a family that look free, the best one first. */
  *candidates(family: string): Generator<string> {
    const { addresses, random = Math.random } = this.#options
    for (const range of this.ranges()) {
      if (range.family !== family) continue
      for (const address of addressesOf(range, random)) {
        if (addresses.get('', address) === undefined) yield address
      }
    }
  }

  /** Allocates an address; `false` if it is already allocated. */
  async claim(address: string, { namespace, name }: ServiceName): Promise<boolean> {
    const object = new IPAddress({
      metadata: { name: address, labels: { [familyLabel]: familyOf(address) ?? 'IPv4', [managedByLabel]: managedBy } },
      spec: { parentRef: { group: '', resource: 'services', namespace, name } },
    })
    try {
      await this.#options.client.resource(IPAddress).create(object)
      return true
    } catch (error) {
      if (isAlreadyExists(error)) return false
      throw error
    }
  }

  /** Releases an address; a free one is not an error. */
  async release(address: string): Promise<void> {
    try {
      await this.#options.client.resource(IPAddress).delete(address)
    } catch (error) {
      if (!isNotFound(error)) throw error
    }
  }
}

/** One without conditions is ready: its controller may not run. */
function isReady({ status }: ServiceCIDR): boolean {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready')
  return ready === undefined || ready.status === 'True'
}
