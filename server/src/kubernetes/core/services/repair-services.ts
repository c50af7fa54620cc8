import { getName, getNamespace, getUID } from 'apimachinery/runtime'
import { addressesOf } from './allocation-session.js'
import type { ServiceNetwork } from './service-network.js'

/** What a repair changed. */
export interface ServiceRepair {
  /** Addresses that services had without an IPAddress object. */
  readonly claimed: readonly string[]
  /** Addresses of services that are gone. */
  readonly released: readonly string[]
}

/**
 * Brings IPAddress objects in line with the services that are stored: a service that lost its object gets it again, an object
 * whose service is gone or has another address goes, unless it is younger than a minute and its service may be on its way.
 *
 * Source: `RepairIPAddress` of pkg/registry/core/service/ipallocator/controller of Kubernetes.
 */
export async function repairServices(network: ServiceNetwork, now: Date): Promise<ServiceRepair> {
  const { services, addresses } = network.caches
  const claimed: string[] = []
  const owners = new Map<string, string>()
  for (const service of [...services.list()]) {
    const name = { namespace: getNamespace(service), name: getName(service) }
    for (const address of addressesOf(service)) {
      owners.set(address, `${name.namespace}/${name.name}`)
      if (addresses.get('', address) !== undefined) continue
      if (await network.ips.claim(address, name)) claimed.push(address)
    }
  }
  const released: string[] = []
  for (const object of [...addresses.list()]) {
    if (object.metadata?.labels?.['ipaddress.kubernetes.io/managed-by'] !== 'ipallocator.k8s.io') continue
    const created = object.metadata?.creationTimestamp
    if (created !== undefined && now.getTime() - Date.parse(created) < gracePeriod) continue
    const { namespace = '', name = '' } = object.spec?.parentRef ?? {}
    if (owners.get(getName(object)) === `${namespace}/${name}` || getUID(object) === '') continue
    await network.ips.release(getName(object))
    released.push(getName(object))
  }
  return { claimed, released }
}

const gracePeriod = 60_000
