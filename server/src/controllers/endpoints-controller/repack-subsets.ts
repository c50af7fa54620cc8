import type { EndpointAddress, EndpointPort, EndpointSubset } from 'apimachinery/api/core/v1'
import { orderedSubsetPorts, orderedSubsets, subsetPortKey } from '../service-endpoints/endpoint-order.js'

/** An address with one state: equal addresses are one object. */
interface Entry {
  readonly address: EndpointAddress
  ready: boolean
}

/** The addresses that offer one port, or none. */
interface PortGroup {
  readonly port: EndpointPort | undefined
  readonly entries: Map<string, Entry>
}

/**
 * Brings subsets into the canonical form: each combination of addresses once, with all its ports, in upstream's order. An address
 * that is not ready for a port in one subset is not ready.
 *
 * Source: `RepackSubsets` of pkg/api/v1/endpoints.
 */
export function repackSubsets(subsets: readonly EndpointSubset[]): EndpointSubset[] {
  const known = new Map<string, EndpointAddress>()
  const groups = new Map<string, PortGroup>()
  for (const subset of subsets) for (const port of portsOf(subset)) mapByPort(subset, port, { known, groups })
  const packed = new Map<string, { readonly entries: readonly Entry[]; readonly ports: EndpointPort[] }>()
  for (const { port, entries } of groups.values()) {
    const ordered = [...entries.values()].sort((a, b) => compareAddresses(a.address, b.address))
    const key = JSON.stringify(ordered)
    const same = packed.get(key) ?? { entries: ordered, ports: [] }
    if (port !== undefined) same.ports.push(port)
    packed.set(key, same)
  }
  return orderedSubsets([...packed.values()].map(({ entries, ports }) => subsetOf(entries, ports)))
}

function portsOf({ ports }: EndpointSubset): readonly (EndpointPort | undefined)[] {
  return (ports?.length ?? 0) === 0 ? [undefined] : ports!
}

interface Maps {
  readonly known: Map<string, EndpointAddress>
  readonly groups: Map<string, PortGroup>
}

function mapByPort(subset: EndpointSubset, port: EndpointPort | undefined, { known, groups }: Maps): void {
  const portKey = port === undefined ? '' : subsetPortKey(port)
  const { entries } = groups.get(portKey) ?? { port, entries: new Map<string, Entry>() }
  const add = (ready: boolean) => (address: EndpointAddress) => {
    const key = `${address.ip} ${address.targetRef?.uid ?? ''}`
    const first = known.get(key) ?? address
    known.set(key, first)
    const entry = entries.get(key)
    if (entry === undefined) entries.set(key, { address: first, ready })
    else if (!ready) entry.ready = false
    groups.set(portKey, { port, entries })
  }
  subset.addresses?.forEach(add(true))
  subset.notReadyAddresses?.forEach(add(false))
}

function subsetOf(entries: readonly Entry[], ports: readonly EndpointPort[]): EndpointSubset {
  const of = (ready: boolean): EndpointAddress[] | undefined => {
    const addresses = entries.filter((entry) => entry.ready === ready).map(({ address }) => address)
    return addresses.length === 0 ? undefined : addresses
  }
  return {
    addresses: of(true),
    notReadyAddresses: of(false),
    ports: ports.length === 0 ? undefined : orderedSubsetPorts(ports),
  }
}

/** By address, then by the pod's uid. */
function compareAddresses(a: EndpointAddress, b: EndpointAddress): number {
  if (a.ip !== b.ip) return a.ip < b.ip ? -1 : 1
  const [left, right] = [a.targetRef?.uid ?? '', b.targetRef?.uid ?? '']
  return left < right ? -1 : left > right ? 1 : 0
}
