import type { EventInit, EventRecorder } from '@apimachinery/client/events'
import type { Service } from 'apimachinery/api/core/v1'
import type { NodePorts, StoredPorts } from './node-ports.js'
import { PortBitmap } from './port-bitmap.js'
import { formatPortRange, parsePortRange } from './port-range.js'

/** The input of a repair of ports and its observers. */
export interface NodePortRepairParts {
  readonly ports: Pick<NodePorts, 'range' | 'read' | 'replace'>
  readonly services: () => Iterable<Service>
  readonly events: EventRecorder
}

/** In how many repairs a port without a service is seen before it is free: its service may be on its way. */
const repairsBeforeCleanup = 3
const tries = 5

/**
 * Brings the bitmap of ports in line with the services that are stored, and makes it where there is none.
 *
 * Source: pkg/registry/core/service/portallocator/controller of Kubernetes.
 */
export class NodePortRepair {
  readonly #parts: NodePortRepairParts
  /** Ports that no service has, and in how many more repairs they stay taken. */
  readonly #leaks = new Map<number, number>()

  constructor(parts: NodePortRepairParts) {
    this.#parts = parts
  }

  /** @throws Error where others write the bitmap all the time. */
  async run(): Promise<void> {
    const { ports } = this.#parts
    for (let left = tries; left > 0; left--) {
      const before = await ports.read()
      const leaks = new Map(this.#leaks)
      if (await ports.replace(before, this.#rebuilt(before))) return
      // What was counted in vain does not count.
      this.#leaks.clear()
      for (const [port, count] of leaks) this.#leaks.set(port, count)
    }
    throw new Error('unable to persist the updated port allocations: the provided resource version does not match')
  }

  /** The ports of the services, and those that may be about to have one. */
  #rebuilt({ range, data }: StoredPorts): PortBitmap {
    const { ports, services } = this.#parts
    const stored = new PortBitmap(range === '' ? ports.range : parsePortRange(range), data)
    const rebuilt = new PortBitmap(ports.range)
    for (const service of services()) {
      for (const port of portsOf(service)) this.#keep(service, port, { stored, rebuilt })
    }
    for (const port of stored.ports()) {
      const count = this.#leaks.get(port) ?? repairsBeforeCleanup - 1
      if (count <= 0) continue
      this.#leaks.set(port, count - 1)
      rebuilt.add(port)
    }
    return rebuilt
  }

  #keep(service: Service, port: number, { stored, rebuilt }: Readonly<Record<'stored' | 'rebuilt', PortBitmap>>): void {
    if (!rebuilt.contains(port)) {
      const range = formatPortRange(rebuilt.range)
      const note = `Port ${port} is not within the port range ${range}; please recreate service`
      this.#recordEvent(service, { reason: 'PortOutOfRange', note })
      return
    }
    if (rebuilt.has(port)) {
      const note = `Port ${port} was assigned to multiple services; please recreate service`
      this.#recordEvent(service, { reason: 'PortAlreadyAllocated', note })
      return
    }
    if (!stored.has(port)) {
      this.#recordEvent(service, { reason: 'PortNotAllocated', note: `Port ${port} is not allocated; repairing` })
    }
    rebuilt.add(port)
    stored.delete(port)
    this.#leaks.delete(port)
  }

  #recordEvent(service: Service, event: EventInit): void {
    this.#parts.events.event(service, { ...event, type: 'Warning', action: 'PortAllocation' })
  }
}

/** The ports that a service has: one that it has for two protocols once, for one protocol twice as often. */
function portsOf({ spec }: Service): readonly number[] {
  const ports: number[] = []
  const seen = new Map<number, Set<string>>()
  for (const { nodePort, protocol = '' } of spec?.ports ?? []) {
    if (!nodePort) continue
    const protocols = seen.get(nodePort) ?? new Set()
    if (protocols.size === 0 || protocols.has(protocol)) ports.push(nodePort)
    seen.set(nodePort, protocols.add(protocol))
  }
  const health = spec?.healthCheckNodePort
  if (health && (seen.get(health)?.has('TCP') ?? true)) ports.push(health)
  return ports
}
