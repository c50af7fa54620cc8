/** The ports of nodes that services can have: `30000-32767`. */
export interface PortRange {
  readonly first: number
  readonly size: number
}

const [minimum, maximum, step] = [16, 128, 32]

/**
 * Reads a range of ports as Go does: `30000-32767`, or `30000+100`.
 *
 * @throws Error for what is no range.
 */
export function parsePortRange(text: string): PortRange {
  const [, first = '', sign, second = ''] = /^(\d+)([-+])(\d+)$/.exec(text.trim()) ?? []
  const from = Number(first)
  const to = sign === '+' ? from + Number(second) : Number(second)
  if (sign === undefined || from > to || to > 65_535) throw new Error(`unable to parse port range: ${text}`)
  return { first: from, size: to - from + 1 }
}

/** Less than one revision: what is about to be written comes after all that is known, and before the next revision. */
const moment = 2 ** -10

/** What a service holds, and as of when. */
interface Holding {
  readonly revision: number
  readonly ports: readonly number[]
}

/**
 * Which service has which port of the nodes: derived from the services that are stored, never stored itself. Writes of this
 * server are known at once, those of others when their change arrives.
 *
 * Source: pkg/registry/core/service/portallocator of Kubernetes.
 */
export class NodePorts {
  readonly range: PortRange
  readonly #random: () => number
  readonly #holdings = new Map<string, Holding>()
  readonly #owners = new Map<number, Set<string>>()
  readonly #pending = new Set<number>()

  constructor(range: PortRange, random: () => number = Math.random) {
    this.range = range
    this.#random = random
  }

  /** The services that hold a port, as `namespace/name`. */
  ownersOf(port: number): readonly string[] {
    return [...(this.#owners.get(port) ?? [])]
  }

  /** Nobody has the port, and nobody is about to get it. */
  isFree(port: number): boolean {
    return !this.#pending.has(port) && !this.#owners.has(port)
  }

  /** Keeps a port from others until {@link NodePorts.settle}. */
  reserve(port: number): void {
    this.#pending.add(port)
  }

  /** Ends reservations. */
  settle(ports: Iterable<number>): void {
    for (const port of ports) this.#pending.delete(port)
  }

  /** A free port: first of those that nobody chooses, from a random one on; `undefined` when all are taken. */
  next(): number | undefined {
    const { first, size } = this.range
    const reserved = size <= minimum ? 0 : Math.min(Math.max(Math.floor(size / step), minimum), maximum)
    return this.#freeIn(first + reserved, size - reserved) ?? this.#freeIn(first, reserved)
  }

  /** What a service has as of a revision; older news than what is known is ignored. */
  record(service: string, revision: number, ports: readonly number[]): void {
    const known = this.#holdings.get(service)
    if (known !== undefined && known.revision > revision) return
    this.#release(service)
    this.#holdings.set(service, { revision, ports })
    for (const port of ports) {
      const owners = this.#owners.get(port) ?? new Set()
      this.#owners.set(port, owners.add(service))
    }
  }

  /** As {@link NodePorts.record}, for what this server is about to write after `revision`. */
  recordAfter(service: string, revision: number, ports: readonly number[]): void {
    const known = this.#holdings.get(service)?.revision ?? 0
    this.record(service, Math.max(known, revision) + moment, ports)
  }

  /** The service is gone, and its deletion was seen. */
  forget(service: string, revision: number): void {
    this.record(service, revision, [])
    if (this.#holdings.get(service)?.ports.length === 0) this.#holdings.delete(service)
  }

  #release(service: string): void {
    for (const port of this.#holdings.get(service)?.ports ?? []) {
      const owners = this.#owners.get(port)
      owners?.delete(service)
      if (owners?.size === 0) this.#owners.delete(port)
    }
  }

  #freeIn(first: number, size: number): number | undefined {
    const start = Math.floor(this.#random() * size)
    for (let i = 0; i < size; i++) {
      const port = first + ((start + i) % size)
      if (this.isFree(port)) return port
    }
    return undefined
  }
}
