import { Service } from 'apimachinery/api/core/v1'
import { allocateForCreate, allocateForUpdate, type ServiceAllocator } from 'apimachinery/api/strategies/core'
import { newInternalError, newInvalid } from 'apimachinery/errors'
import { fieldPath, invalid } from 'apimachinery/validation'
import { familyOf, formatAddress, isInRange } from './address-range.js'
import { alreadyAllocated, type ClusterIPs, mismatchedNetwork, type ServiceName } from './cluster-ips.js'
import { cannotAllocate, type NodePorts } from './node-ports.js'
import { formatPortRange } from './port-range.js'
import type { AllocationScope, ServiceNetworkMetrics } from './service-network-metrics.js'

/** What services get their addresses and ports from. */
export interface ServiceNetworking {
  /** IP families of the cluster, that of services which name none first. */
  readonly families: readonly string[]
  /** Odd forms of addresses are refused. */
  readonly strict: boolean
  readonly ips: ClusterIPs
  readonly ports: NodePorts
  readonly metrics?: ServiceNetworkMetrics | undefined
}

/** One write of a service. */
export interface ServiceWrite {
  readonly service: Service
  readonly old?: Service
  readonly name: ServiceName
  readonly dryRun: boolean
}

/**
 * The allocations of one write of a service, which are released if the write fails.
 *
 * Source: `Allocators` of pkg/registry/core/service/storage of Kubernetes.
 */
export class AllocationSession {
  readonly #networking: ServiceNetworking
  readonly #write: ServiceWrite
  /** Addresses that the service requests. */
  readonly #asked: string[] = []
  /** Addresses that were picked, to be claimed; others may be faster. */
  readonly #picked: string[] = []
  readonly #claimed: string[] = []
  /** Ports that the service requests, and ports that were picked. */
  readonly #ports = { asked: [] as number[], picked: [] as number[] }
  #taken: readonly number[] = []

  constructor(networking: ServiceNetworking, write: ServiceWrite) {
    this.#networking = networking
    this.#write = write
  }

  /** Takes what the service needs, and writes it into the service. @throws StatusError; nothing is taken then. */
  async allocate(): Promise<void> {
    const { service, old, dryRun } = this.#write
    const allocator = dryRun ? this.#dryRunAllocator() : this.#allocator()
    if (mayHavePorts(service)) await this.#networking.ports.refresh()
    try {
      try {
        if (old === undefined) allocateForCreate(service, allocator)
        else allocateForUpdate(service, old, allocator)
      } catch (error) {
        // Addresses come before ports: what is wrong with them is said first.
        await this.#claimRequested()
        throw error
      }
      await this.#claimRequested()
      await this.#claimPicked()
      if (!dryRun) await this.#takePorts()
    } catch (error) {
      await this.revert()
      throw error
    }
  }

  /** The write has happened, or is about to: what the service had before and has no more is free. */
  async commit(): Promise<void> {
    const { service, old, dryRun } = this.#write
    if (dryRun) return
    this.#settlePorts()
    if (old === undefined) return
    const keptPorts = new Set(nodePortsOf(service))
    await this.#networking.ports.release(nodePortsOf(old).filter((port) => !keptPorts.has(port)))
    const kept = new Set(addressesOf(service))
    for (const address of addressesOf(old)) if (!kept.has(address)) await this.#networking.ips.release(address)
  }

  /** The write did not happen. */
  async revert(): Promise<void> {
    this.#settlePorts()
    await this.#networking.ports.release(this.#taken)
    this.#taken = []
    for (const address of this.#claimed.splice(0)) await this.#networking.ips.release(address)
  }

  #allocator(): ServiceAllocator {
    const { families, strict, ips, ports, metrics } = this.#networking
    return {
      families,
      strict,
      nextAddress: (family) => {
        for (const address of ips.candidates(family)) {
          this.#picked.push(address)
          return address
        }
        throw noAddress()
      },
      takeAddress: (address) => {
        if (ips.rangeOf(address) === undefined) return mismatchedNetwork
        this.#asked.push(address)
        return undefined
      },
      nextPort: () => this.#pickPort(),
      takePort: (port) => {
        const problem = this.#portProblem(port)
        metrics?.port('static', problem === undefined)
        if (problem !== undefined) return problem
        ports.reserve(port)
        this.#ports.asked.push(port)
        return undefined
      },
    }
  }

  /** Says what would be, and takes nothing. */
  #dryRunAllocator(): ServiceAllocator {
    const { families, strict, ips } = this.#networking
    return {
      families,
      strict,
      nextAddress(family) {
        for (const range of ips.ranges()) if (range.family === family) return formatAddress(range.network, range.family)
        throw noAddress()
      },
      takeAddress(address) {
        const family = familyOf(address)
        const ranges = [...ips.ranges()].filter((range) => range.family === family)
        if (ranges.length === 0) return mismatchedNetwork
        if (ranges.some((range) => isInRange(range, address))) return undefined
        return `the provided IP (${address}) is not in the valid range. The range of valid IPs is ${ranges[0]?.cidr}`
      },
      // A number that no server allocates, so that programs do not rely on it.
      nextPort: () => {
        const known = this.#allPorts()
        const port = (known.length === 0 ? 32_767 : Math.max(...known)) + 1
        this.#ports.picked.push(port)
        return port
      },
      takePort: (port) => {
        if (this.#isTaken(port)) return portAllocated
        this.#ports.asked.push(port)
        return undefined
      },
    }
  }

  /** An unchanged port of this service counts as free. */
  #isTaken(port: number): boolean {
    return this.#allPorts().includes(port) || !this.#networking.ports.isFree(port)
  }

  #allPorts(): readonly number[] {
    return [...this.#ports.asked, ...this.#ports.picked]
  }

  /** Why a requested port cannot be allocated. */
  #portProblem(port: number): string | undefined {
    const { ports } = this.#networking
    if (this.#isTaken(port)) return portAllocated
    if (isInPortRange(ports, port)) return undefined
    return `provided port is not in the valid range. The range of valid ports is ${formatPortRange(ports.range)}`
  }

  #pickPort(): number {
    const { ports, metrics } = this.#networking
    const port = ports.next()
    metrics?.port('dynamic', port !== undefined)
    if (port === undefined) throw cannotAllocate('range is full')
    ports.reserve(port)
    this.#ports.picked.push(port)
    return port
  }

  #settlePorts(): void {
    this.#networking.ports.settle(this.#allPorts())
  }

  /** Allocates the ports in the store; automatic ports that another server took meanwhile are chosen again. */
  async #takePorts(): Promise<void> {
    const { ports } = this.#networking
    for (let wanted = this.#allPorts(); wanted.length > 0; wanted = this.#allPorts()) {
      const lost = await ports.take(wanted)
      if (lost.length === 0) {
        this.#taken = wanted
        return
      }
      for (const port of lost) {
        if (this.#ports.asked.includes(port)) throw this.#refusedPort(port)
        ports.settle([port])
        this.#ports.picked.splice(this.#ports.picked.indexOf(port), 1)
        this.#replacePort(port, this.#pickPort())
      }
    }
  }

  #refusedPort(port: number): Error {
    const { service, name } = this.#write
    const index = (service.spec?.ports ?? []).findIndex(({ nodePort }) => nodePort === port)
    if (index < 0) {
      const what = `failed to allocate requested HealthCheck NodePort ${port}`
      return newInternalError(new Error(`${what}: ${portAllocated}`))
    }
    const path = fieldPath('spec', 'ports').index(index).child('nodePort')
    return newInvalid(Service.groupVersionKind, name.name, [invalid(path, port, portAllocated)])
  }

  #replacePort(before: number, after: number): void {
    const { spec } = this.#write.service
    for (const port of spec?.ports ?? []) if (port.nodePort === before) port.nodePort = after
    if (spec?.healthCheckNodePort === before) spec.healthCheckNodePort = after
  }

  async #claimRequested(): Promise<void> {
    const { service, name } = this.#write
    for (const address of this.#asked.splice(0)) {
      if (await this.#claim(address, 'static')) continue
      const detail = `failed to allocate IP ${address}: ${alreadyAllocated}`
      const error = invalid(fieldPath('spec', 'clusterIPs'), service.spec?.clusterIPs ?? [], detail)
      throw newInvalid(Service.groupVersionKind, name.name, [error])
    }
  }

  async #claimPicked(): Promise<void> {
    for (const address of this.#picked.splice(0)) {
      if (await this.#claim(address, 'dynamic')) continue
      this.#replace(address, await this.#claimAnother(familyOf(address) ?? 'IPv4'))
    }
  }

  async #claimAnother(family: string): Promise<string> {
    for (const address of this.#networking.ips.candidates(family))
      if (await this.#claim(address, 'dynamic')) return address
    throw noAddress()
  }

  async #claim(address: string, scope: AllocationScope): Promise<boolean> {
    const { ips, metrics } = this.#networking
    const start = performance.now()
    const succeeded = await ips.claim(address, this.#write.name)
    const seconds = (performance.now() - start) / 1000
    // If another write picked it at the same time, another one is picked.
    if (succeeded || scope === 'static') {
      metrics?.address(ips.rangeOf(address)?.cidr ?? '', scope, { succeeded, seconds })
    }
    if (!succeeded) return false
    this.#claimed.push(address)
    return true
  }

  #replace(before: string, after: string): void {
    const { spec } = this.#write.service
    if (spec === undefined) return
    if (spec.clusterIP === before) spec.clusterIP = after
    spec.clusterIPs = (spec.clusterIPs ?? []).map((address) => (address === before ? after : address))
  }
}

const portAllocated = 'provided port is already allocated'

function isInPortRange({ range: { first, size } }: NodePorts, port: number): boolean {
  return port >= first && port < first + size
}

/** Whether ports of nodes have a part in a write. */
function mayHavePorts({ spec }: Service): boolean {
  return spec?.type === 'NodePort' || spec?.type === 'LoadBalancer'
}

function noAddress(): Error {
  return newInternalError(new Error('failed to allocate a serviceIP: range is full'))
}

/** The addresses that a service has, without `None`. */
export function addressesOf({ spec }: Service): readonly string[] {
  if (spec?.type === 'ExternalName') return []
  return (spec?.clusterIPs ?? []).filter((address) => address !== 'None' && address !== '')
}

/** The ports of nodes that a service has, that of health checks included. */
export function nodePortsOf({ spec }: Service): readonly number[] {
  const ports = (spec?.ports ?? []).flatMap(({ nodePort }) => (nodePort ? [nodePort] : []))
  return spec?.healthCheckNodePort ? [...ports, spec.healthCheckNodePort] : ports
}
