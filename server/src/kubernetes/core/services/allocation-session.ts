import { Service } from 'apimachinery/api/core/v1'
import { allocateForCreate, allocateForUpdate, type ServiceAllocator } from 'apimachinery/api/strategies/core'
import { newInternalError, newInvalid } from 'apimachinery/errors'
import { fieldPath, invalid } from 'apimachinery/validation'
import { readMetadata } from '../../../registry/metadata-of.js'
import { familyOf, formatAddress, isInRange } from './address-range.js'
import { alreadyAllocated, type ClusterIPs, mismatchedNetwork, type ServiceName } from './cluster-ips.js'
import type { NodePorts } from './node-ports.js'

/** What services get their addresses and ports from. */
export interface ServiceNetworking {
  /** IP families of the cluster, that of services which name none first. */
  readonly families: readonly string[]
  /** Odd forms of addresses are refused. */
  readonly strict: boolean
  readonly ips: ClusterIPs
  readonly ports: NodePorts
}

/** One write of a service. */
export interface ServiceWrite {
  readonly service: Service
  readonly old?: Service
  readonly name: ServiceName
  readonly dryRun: boolean
}

/**
 * What one write of a service takes: nothing stays taken where the write fails.
 *
 * Source: `Allocators` of pkg/registry/core/service/storage of Kubernetes.
 */
export class AllocationSession {
  readonly #networking: ServiceNetworking
  readonly #write: ServiceWrite
  readonly #owner: string
  /** Addresses that the service asks for, to be claimed. */
  readonly #asked: string[] = []
  /** Addresses that were picked, to be claimed; others may be faster. */
  readonly #picked: string[] = []
  readonly #claimed: string[] = []
  readonly #ports: number[] = []

  constructor(networking: ServiceNetworking, write: ServiceWrite) {
    this.#networking = networking
    this.#write = write
    this.#owner = `${write.name.namespace}/${write.name.name}`
  }

  /** Takes what the service needs, and writes it into the service. @throws StatusError; nothing is taken then. */
  async allocate(): Promise<void> {
    const { service, old, dryRun } = this.#write
    const allocator = dryRun ? this.#dryAllocator() : this.#allocator()
    try {
      try {
        if (old === undefined) allocateForCreate(service, allocator)
        else allocateForUpdate(service, old, allocator)
      } catch (error) {
        // Addresses come before ports: what is wrong with them is said first.
        await this.#claimAsked()
        throw error
      }
      await this.#claimAsked()
      await this.#claimPicked()
    } catch (error) {
      await this.revert()
      throw error
    }
  }

  /** The write has happened, or is about to: what the service had before and has no more is free. */
  async commit(): Promise<void> {
    const { service, old, dryRun } = this.#write
    if (dryRun) return
    this.#networking.ports.settle(this.#ports)
    const revision = old === undefined ? 0 : Number(readMetadata(old).resourceVersion ?? 0)
    this.#networking.ports.recordAfter(this.#owner, revision, nodePortsOf(service))
    if (old === undefined) return
    const kept = new Set(addressesOf(service))
    for (const address of addressesOf(old)) if (!kept.has(address)) await this.#networking.ips.release(address)
  }

  /** The write did not happen. */
  async revert(): Promise<void> {
    this.#networking.ports.settle(this.#ports)
    for (const address of this.#claimed.splice(0)) await this.#networking.ips.release(address)
  }

  #allocator(): ServiceAllocator {
    const { families, strict, ips, ports } = this.#networking
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
      nextPort: () => {
        const port = ports.next()
        if (port === undefined) throw newInternalError(new Error('failed to allocate a nodePort: range is full'))
        return this.#takePort(port)
      },
      takePort: (port) => {
        const { first, size } = ports.range
        if (port < first || port >= first + size) {
          return `provided port is not in the valid range. The range of valid ports is ${first}-${first + size - 1}`
        }
        if (this.#isTaken(port)) return portAllocated
        this.#takePort(port)
        return undefined
      },
    }
  }

  /** Says what would be, and takes nothing. */
  #dryAllocator(): ServiceAllocator {
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
      // A number that no server would give out: nobody is to rely on it.
      nextPort: () => this.#remember((this.#ports.length === 0 ? 32_767 : Math.max(...this.#ports)) + 1),
      takePort: (port) => {
        if (this.#isTaken(port)) return portAllocated
        this.#remember(port)
        return undefined
      },
    }
  }

  /** A port of this service that the update leaves alone is not taken by somebody else. */
  #isTaken(port: number): boolean {
    return this.#ports.includes(port) || !this.#networking.ports.isFree(port)
  }

  #takePort(port: number): number {
    this.#networking.ports.reserve(port)
    return this.#remember(port)
  }

  #remember(port: number): number {
    this.#ports.push(port)
    return port
  }

  async #claimAsked(): Promise<void> {
    const { service, name } = this.#write
    for (const address of this.#asked.splice(0)) {
      if (await this.#claim(address)) continue
      const detail = `failed to allocate IP ${address}: ${alreadyAllocated}`
      const error = invalid(fieldPath('spec', 'clusterIPs'), service.spec?.clusterIPs ?? [], detail)
      throw newInvalid(Service.groupVersionKind, name.name, [error])
    }
  }

  async #claimPicked(): Promise<void> {
    for (const address of this.#picked.splice(0)) {
      if (await this.#claim(address)) continue
      this.#replace(address, await this.#claimAnother(familyOf(address) ?? 'IPv4'))
    }
  }

  async #claimAnother(family: string): Promise<string> {
    for (const address of this.#networking.ips.candidates(family)) if (await this.#claim(address)) return address
    throw noAddress()
  }

  async #claim(address: string): Promise<boolean> {
    if (!(await this.#networking.ips.claim(address, this.#write.name))) return false
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
