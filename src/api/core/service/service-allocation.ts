import { newInternalError, newInvalid } from '../../../errors/new-status-error.js'
import { type FieldError, invalid } from '../../../validation/field-error.js'
import { fieldPath } from '../../../validation/field-path.js'
import { Service, type ServicePort } from '../v1/types.gen.js'
import { clusterIPsOf, needsHealthCheck, specOf } from './service-facts.js'
import {
  editableSpec,
  initIPFamilies,
  keepsPreferredDualStack,
  normalizeClusterIPs,
  type ServiceNetwork,
} from './service-ip-families.js'

/** Allocates addresses and node ports. */
export interface ServiceAllocator extends ServiceNetwork {
  /** A free address of a family. */
  nextAddress(family: string): string
  /** Allocates the requested address of a service; returns the reason if that is impossible. */
  takeAddress(address: string): string | undefined
  /** A free port of nodes. */
  nextPort(): number
  /** Allocates the requested port of a service; returns the reason if that is impossible. */
  takePort(port: number): string | undefined
}

/**
 * Allocates IP families, addresses and node ports of a new service, as a registry does first.
 *
 * Source: `beginCreate` of k8s.io/kubernetes/pkg/registry/core/service/storage.
 */
export function allocateForCreate(service: Service, allocator: ServiceAllocator): void {
  normalizeClusterIPs(service, undefined)
  initIPFamilies(service, undefined, allocator)
  allocateAddresses(service, allocator)
  allocatePorts(service, allocator)
  if (needsHealthCheck(service)) allocateHealthCheckPort(service, allocator)
}

/**
 * Allocates for a changed service, as a registry does first: omitted fields keep their values, newly needed ones are
 * allocated.
 *
 * Source: `beginUpdate` of k8s.io/kubernetes/pkg/registry/core/service/storage.
 */
export function allocateForUpdate(service: Service, old: Service, allocator: ServiceAllocator): void {
  keepAllocated(service, old)
  normalizeClusterIPs(service, old)
  initIPFamilies(service, old, allocator)
  updateAddresses(service, old, allocator)
  if (hasNodePorts(service)) updatePorts(service, old, allocator)
  if (needsHealthCheck(service) && !needsHealthCheck(old)) allocateHealthCheckPort(service, allocator)
}

function hasNodePorts(service: Service): boolean {
  const { type } = specOf(service)
  return type === 'NodePort' || type === 'LoadBalancer'
}

/** Whether ports without a port of the nodes get one. */
function wantsNodePorts(service: Service): boolean {
  const { type, allocateLoadBalancerNodePorts: allocate } = specOf(service)
  return type === 'NodePort' || (type === 'LoadBalancer' && (allocate ?? true))
}

function portsOf(service: Service): ServicePort[] {
  return (specOf(service).ports ?? []).filter((port) => port !== null)
}

function nodePortsOf(service: Service): Set<number> {
  return new Set(portsOf(service).flatMap(({ nodePort }) => (nodePort ? [nodePort] : [])))
}

function takeAddress(service: Service, address: string, allocator: ServiceAllocator): void {
  const problem = allocator.takeAddress(address)
  if (problem === undefined) return
  const detail = `failed to allocate IP ${address}: ${problem}`
  throw refused(service, invalid(fieldPath('spec', 'clusterIPs'), clusterIPsOf(service), detail))
}

function takePort(service: Service, index: number, { port, allocator }: PortRequest): void {
  const problem = allocator.takePort(port)
  if (problem === undefined) return
  throw refused(service, invalid(fieldPath('spec', 'ports').index(index).child('nodePort'), port, problem))
}

interface PortRequest {
  readonly port: number
  readonly allocator: ServiceAllocator
}

function refused(service: Service, error: FieldError): Error {
  return newInvalid(Service.groupVersionKind, service.metadata?.name ?? '', [error])
}

function allocateAddresses(service: Service, allocator: ServiceAllocator): void {
  const spec = editableSpec(service)
  if (spec.type === 'ExternalName' || clusterIPsOf(service)[0] === 'None') return
  const given = clusterIPsOf(service)
  const addresses = (spec.ipFamilies ?? []).map((family, i) => {
    const address = given[i]
    if (!address) return allocator.nextAddress(family)
    takeAddress(service, address, allocator)
    return address
  })
  spec.clusterIPs = [...addresses, ...given.slice(addresses.length)]
  if (addresses[0] !== undefined) spec.clusterIP = addresses[0]
}

function allocatePorts(service: Service, allocator: ServiceAllocator): void {
  if (!hasNodePorts(service)) return
  const ports = portsOf(service)
  const allocated = new Map<number, number>()
  const requested = new Map<number, number>()
  for (const { port, nodePort } of ports) if (nodePort && !requested.has(port)) requested.set(port, nodePort)
  for (const [i, port] of ports.entries()) {
    if (!port.nodePort && !wantsNodePorts(service)) continue
    const known = allocated.get(port.port)
    if (known === undefined) {
      const wanted = requested.get(port.port)
      if (wanted !== undefined) takePort(service, i, { port: wanted, allocator })
      port.nodePort = wanted ?? allocator.nextPort()
      allocated.set(port.port, port.nodePort)
    } else if (!port.nodePort) port.nodePort = known
    else if (port.nodePort !== known) takePort(service, i, { port: port.nodePort, allocator })
  }
}

function allocateHealthCheckPort(service: Service, allocator: ServiceAllocator): void {
  const spec = editableSpec(service)
  if (!spec.healthCheckNodePort) {
    spec.healthCheckNodePort = allocator.nextPort()
    return
  }
  const problem = allocator.takePort(spec.healthCheckNodePort)
  if (problem === undefined) return
  const what = `failed to allocate requested HealthCheck NodePort ${spec.healthCheckNodePort}`
  throw newInternalError(new Error(`${what}: ${problem}`))
}

/** Old clients omit fields that they do not have. */
function keepAllocated(service: Service, old: Service): void {
  const spec = editableSpec(service)
  const before = specOf(old)
  if (before.type !== 'ExternalName' && spec.type !== 'ExternalName') {
    if (!spec.clusterIP && before.clusterIP) spec.clusterIP = before.clusterIP
    if (clusterIPsOf(service).length === 0 && clusterIPsOf(old).length > 0) spec.clusterIPs = [...clusterIPsOf(old)]
  }
  if (wantsNodePorts(service) && wantsNodePorts(old)) keepNodePorts(service, old)
  if (needsHealthCheck(service) && needsHealthCheck(old) && before.healthCheckNodePort) {
    spec.healthCheckNodePort ||= before.healthCheckNodePort
  }
}

function keepNodePorts(service: Service, old: Service): void {
  const [now, before] = [nodePortsOf(service), nodePortsOf(old)]
  const byName = new Map(portsOf(old).map(({ name, nodePort }) => [name ?? '', nodePort ?? 0]))
  for (const port of portsOf(service)) {
    if (port.nodePort) continue
    const known = byName.get(port.name ?? '')
    if (known && !(now.has(known) && before.has(known))) port.nodePort = known
  }
}

function updateAddresses(service: Service, old: Service, allocator: ServiceAllocator): void {
  const spec = editableSpec(service)
  const before = specOf(old)
  if (keepsPreferredDualStack(service, old)) return
  if (before.type === 'ExternalName') {
    if (spec.type !== 'ExternalName') allocateAddresses(service, allocator)
    return
  }
  if (clusterIPsOf(old)[0] === 'None' || spec.type === 'ExternalName') return
  const [, second] = spec.ipFamilies ?? []
  if (before.ipFamilies?.length !== 1 || spec.ipFamilies?.length !== 2 || second === undefined) return
  const [first = '', given] = clusterIPsOf(service)
  if (given) takeAddress(service, given, allocator)
  spec.clusterIPs = [first, given || allocator.nextAddress(second)]
}

function updatePorts(service: Service, old: Service, allocator: ServiceAllocator): void {
  const before = nodePortsOf(old)
  const taken = new Set<number>()
  const seen = new Set<string>()
  for (const [i, port] of portsOf(service).entries()) {
    if (!port.nodePort && !wantsNodePorts(service)) continue
    if (!port.nodePort) port.nodePort = allocator.nextPort()
    else if (!before.has(port.nodePort) && !taken.has(port.nodePort)) {
      takePort(service, i, { port: port.nodePort, allocator })
      taken.add(port.nodePort)
    }
    const key = `${port.protocol} ${port.nodePort}`
    if (seen.has(key)) throw new Error(`duplicate nodePort: {${key}}`)
    seen.add(key)
  }
}
