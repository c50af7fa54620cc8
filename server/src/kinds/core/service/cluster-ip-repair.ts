import type { EventInit, EventRecorder } from '@apimachinery/client/events'
import type { Lister } from 'apimachinery/api/admission-plugins'
import type { Service } from 'apimachinery/api/core/v1'
import type { IPAddress } from 'apimachinery/api/networking/v1'
import { getLabels, getName, getNamespace, type KubernetesObject } from 'apimachinery/runtime'
import type { PassiveClock } from 'apimachinery/wait'
import { familyOf } from './address-range.js'
import { addressesOf } from './allocation-session.js'
import { type ClusterIPs, familyLabel, managedBy, managedByLabel } from './cluster-ips.js'

/** The input of a repair of addresses, its changes, and its observers. */
export interface ClusterIPRepairParts {
  readonly services: Lister<Service>
  readonly addresses: Lister<IPAddress>
  readonly ips: Pick<ClusterIPs, 'isInAnyRange' | 'claim' | 'release'>
  readonly events: EventRecorder
  readonly clock: PassiveClock
}

/** The creation of a service takes no longer: its address may be there before it. */
const creationTakes = 60_000
/** So long after the address a service that was created again may still be written with it. */
const secondCreationTakes = 5000

/**
 * Brings IPAddress objects in line with the services that are stored: each address of a service has an object that refers to the
 * service, and each object of a service is one of its addresses.
 *
 * Source: `RepairIPAddress` of pkg/registry/core/service/ipallocator/controller of Kubernetes.
 */
export class ClusterIPRepair {
  readonly #parts: ClusterIPRepairParts
  /** Objects that this run created again: cached ones may be stale. */
  readonly #mended = new Set<string>()

  constructor(parts: ClusterIPRepairParts) {
    this.#parts = parts
  }

  async run(): Promise<void> {
    const { services, addresses } = this.#parts
    this.#mended.clear()
    for (const service of [...services.list()]) {
      for (const address of addressesOf(service)) await this.#repairAddressOf(service, address)
    }
    for (const object of [...addresses.list()]) {
      if (!this.#mended.has(getName(object))) await this.#repairObject(object)
    }
  }

  async #repairAddressOf(service: Service, address: string): Promise<void> {
    const family = familyOf(address)
    if (family === undefined) {
      const note = `Cluster IP ${address} is not a valid IP; please recreate Service`
      this.#recordEvent(service, { reason: 'ClusterIPNotValid', action: 'ClusterIPValidation', note })
      return
    }
    const { ips, addresses } = this.#parts
    if (!ips.isInAnyRange(address)) {
      const note = `Cluster IP [${family}]: ${address} is not within any configured Service CIDR; please recreate service`
      this.#recordEvent(service, { reason: 'ClusterIPOutOfRange', note })
      return
    }
    const object = addresses.get('', address)
    if (object === undefined) {
      const note = `Cluster IP [${family}]: ${address} is not allocated; repairing`
      this.#recordEvent(service, { reason: 'ClusterIPNotAllocated', note })
      await ips.claim(address, serviceKey(service))
      return
    }
    if (this.#isOrphaned(object, service)) {
      const { namespace, name } = serviceKey(service)
      const what = `the ClusterIP [${family}]: ${address} for Service ${namespace}/${name}`
      this.#recordEvent(service, { reason: 'ClusterIPNotAllocated', note: `${what} has a wrong reference; repairing` })
      await this.#recreate(address, service)
      return
    }
    if (this.#ownerOf(object) !== service && this.#isAddressOfOwner(object)) {
      const note = `Cluster IP [${family}]:${address} was assigned to multiple services; please recreate service`
      this.#recordEvent(service, { reason: 'ClusterIPAlreadyAllocated', note })
    }
    if (!hasLabels(object)) await this.#recreate(address, service)
  }

  /** The object of an address refers to no service, or to one that there is not. */
  #isOrphaned(object: IPAddress, service: Service): boolean {
    const { group = '', resource, namespace, name } = object.spec?.parentRef ?? {}
    if (group !== '' || resource !== 'services') return true
    const wanted = serviceKey(service)
    return !(namespace === wanted.namespace && name === wanted.name) && this.#ownerOf(object) === undefined
  }

  async #repairObject(object: IPAddress): Promise<void> {
    if (getLabels(object)?.[managedByLabel] !== managedBy) return
    const name = getName(object)
    const { group = '', resource = '', ...owner } = object.spec?.parentRef ?? {}
    const ownerName = `${owner.namespace ?? ''}/${owner.name ?? ''}`
    if (group !== '' || resource !== 'services') {
      const reference = `&{${group} ${resource} ${owner.namespace ?? ''} ${owner.name ?? ''}}`
      const note = `IPAddress ${name} appears to have been modified, not referencing a Service ${reference}: cleaning up`
      await this.#remove(object, 'IPAddressNotAllocated', note)
      return
    }
    const service = this.#ownerOf(object)
    const age = this.#parts.clock.now() - createdAt(object)
    if (service === undefined) {
      if (age <= creationTakes) return
      const note = `IPAddress: ${name} for Service ${ownerName} appears to have leaked: cleaning up`
      await this.#remove(object, 'IPAddressNotAllocated', note)
      return
    }
    if (this.#isAddressOfOwner(object)) return
    if (createdAt(object) > createdAt(service) && age < secondCreationTakes) return
    const note = `IPAddress: ${name} for Service ${ownerName} has a wrong reference; cleaning up`
    await this.#remove(object, 'IPAddressWrongReference', note)
  }

  async #remove(object: IPAddress, reason: string, note: string): Promise<void> {
    this.#recordEvent(object, { reason, action: 'IPAddressAllocation', note })
    await this.#parts.ips.release(getName(object))
  }

  async #recreate(address: string, service: Service): Promise<void> {
    this.#mended.add(address)
    await this.#parts.ips.release(address)
    await this.#parts.ips.claim(address, serviceKey(service))
  }

  /** The service that an object refers to. */
  #ownerOf({ spec }: IPAddress): Service | undefined {
    return this.#parts.services.get(spec?.parentRef?.namespace ?? '', spec?.parentRef?.name ?? '')
  }

  /** The service that an object refers to has the address. */
  #isAddressOfOwner(object: IPAddress): boolean {
    return this.#ownerOf(object)?.spec?.clusterIPs?.includes(getName(object)) ?? false
  }

  #recordEvent(regarding: KubernetesObject, event: EventInit): void {
    this.#parts.events.event(regarding, { action: 'ClusterIPAllocation', ...event, type: 'Warning' })
  }
}

function serviceKey(service: Service): { readonly namespace: string; readonly name: string } {
  return { namespace: getNamespace(service), name: getName(service) }
}

function hasLabels(object: IPAddress): boolean {
  const labels = getLabels(object)
  return labels?.[familyLabel] === familyOf(getName(object)) && labels?.[managedByLabel] === managedBy
}

function createdAt({
  metadata,
}: KubernetesObject & { metadata?: { creationTimestamp?: string | undefined } | undefined }): number {
  return metadata?.creationTimestamp === undefined ? 0 : Date.parse(metadata.creationTimestamp)
}
