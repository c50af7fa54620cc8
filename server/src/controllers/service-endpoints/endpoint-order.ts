import {
  type EndpointSubset,
  endpointSubsetDescriptor,
  type EndpointPort as SubsetPort,
  endpointPortDescriptor as subsetPortDescriptor,
} from 'apimachinery/api/core/v1'
import { type EndpointPort, endpointPortDescriptor } from 'apimachinery/api/discovery/v1'
import { goDump, type TypeDescriptor } from 'apimachinery/descriptor'
import { fnv128a } from './fnv128a.js'

/** Ports of a slice in upstream's order. Source: `NewPortMapKey` of k8s.io/endpointslice/util. */
export function orderedSlicePorts(ports: readonly EndpointPort[] | null | undefined): EndpointPort[] {
  return orderedByHash(ports ?? [], endpointPortDescriptor)
}

/** The same for slices with the same ports. @param ports - in upstream's order */
export function slicePortsKey(ports: readonly EndpointPort[]): string {
  return ports.map((port) => goDump(endpointPortDescriptor, port)).join(' ')
}

/** Ports of a subset in upstream's order. */
export function orderedSubsetPorts(ports: readonly SubsetPort[]): SubsetPort[] {
  return orderedByHash(ports, subsetPortDescriptor)
}

/** The same for equal ports of subsets. */
export function subsetPortKey(port: SubsetPort): string {
  return goDump(subsetPortDescriptor, port)
}

/** Subsets in upstream's order. Their addresses and ports are in order already. */
export function orderedSubsets(subsets: readonly EndpointSubset[]): EndpointSubset[] {
  return orderedByHash(subsets, endpointSubsetDescriptor)
}

/** The order of hashes of what Go dumps. */
function orderedByHash<T>(values: readonly T[], type: TypeDescriptor): T[] {
  if (values.length < 2) return [...values]
  const hashed = values.map((value) => ({ value, hash: fnv128a(goDump(type, value)) }))
  return hashed.sort((a, b) => (a.hash < b.hash ? -1 : a.hash > b.hash ? 1 : 0)).map(({ value }) => value)
}
