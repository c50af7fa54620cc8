import { setImmediate } from 'node:timers/promises'
import type { Client } from '@apimachinery/client'
import { WorkQueue } from '@apimachinery/client/queue'
import { Lease } from 'apimachinery/api/coordination/v1'
import type { Node } from 'apimachinery/api/core/v1'
import { isAlreadyExists, isConflict, isNotFound } from 'apimachinery/errors'
import { microTimeFromDate } from 'apimachinery/scalar'
import type { Clock, Timer } from 'apimachinery/wait'

/** How {@link NodeLeases} work. */
export interface NodeLeasesOptions {
  readonly client: Client
  readonly clock: Clock
  readonly pace: Clock
  readonly random: () => number
  readonly seconds: number
  /** Called when the lease of a node becomes ours. */
  readonly onHeld: (name: string) => void
  readonly onError: (error: unknown) => void
}

/** A node whose lease is wanted. */
interface Held {
  readonly node: Node
  /** As it was last written. */
  lease: Lease | undefined
  isHeld: boolean
}

const namespace = 'kube-node-lease'
const workers = 8

/** Keeps the leases of nodes renewed. All of them share one timer. Source: pkg/kwok/controllers/node_lease_controller.go of kwok. */
export class NodeLeases {
  readonly #options: NodeLeasesOptions
  readonly #held = new Map<string, Held>()
  readonly #queue: WorkQueue<string>
  readonly #retries = new Set<Timer>()
  #workers: readonly Promise<void>[] = []

  constructor(options: NodeLeasesOptions) {
    this.#options = options
    this.#queue = new WorkQueue({ clock: options.clock })
  }

  start(): void {
    this.#workers = Array.from({ length: workers }, () => this.#work())
  }

  async stop(): Promise<void> {
    for (const timer of this.#retries) timer.stop()
    this.#retries.clear()
    this.#queue.shutDown()
    await Promise.all(this.#workers)
  }

  /** Takes the lease of a node, and keeps it. */
  hold(node: Node): void {
    const name = node.metadata?.name ?? ''
    if (this.#held.has(name)) return
    this.#held.set(name, { node, lease: undefined, isHeld: false })
    this.#queue.add(name)
  }

  /** Renews the lease of a node no more. */
  release(name: string): void {
    this.#held.delete(name)
  }

  isHeld(name: string): boolean {
    return this.#held.get(name)?.isHeld === true
  }

  async #work(): Promise<void> {
    for (let work = await this.#queue.get(); work !== undefined; work = await this.#queue.get()) {
      const name = work.item
      // Requests of the same process need no turn of the event loop: sockets would have to wait.
      await setImmediate()
      const held = this.#held.get(name)
      if (held !== undefined && !this.#queue.shuttingDown) await this.#sync(name, held)
      this.#queue.done(name)
    }
  }

  async #sync(name: string, held: Held): Promise<void> {
    const { seconds, random, onHeld, onError } = this.#options
    let next = (seconds / 4) * 1000 * (1 + 0.04 * random())
    try {
      held.lease = await this.#acquired(name, held)
      const wasHeld = held.isHeld
      held.isHeld = held.lease !== undefined
      if (held.isHeld && !wasHeld && this.#held.get(name) === held) onHeld(name)
    } catch (error) {
      held.lease = undefined
      // The namespace of leases may not be there yet; another writer may have been faster.
      if (isNotFound(error) || isConflict(error) || isAlreadyExists(error)) return this.#retry(name)
      onError(error)
      next = Math.min(next, 1000)
    }
    this.#queue.addAfter(name, next)
  }

  #retry(name: string): void {
    const timer = this.#options.pace.setTimer(() => {
      this.#retries.delete(timer)
      this.#queue.add(name)
    }, 1000)
    this.#retries.add(timer)
  }

  /** The lease after it was renewed; `undefined` while another holder has it. */
  async #acquired(name: string, held: Held): Promise<Lease | undefined> {
    const { client, clock } = this.#options
    const leases = client.resource(Lease).namespace(namespace)
    const lease = held.lease ?? (await leases.get(name).catch(absent))
    const now = clock.now()
    if (lease === undefined) return leases.create(this.#newLease(name, held.node))
    if (!canTake(lease, name, now)) return undefined
    const isOurs = lease.spec?.holderIdentity === name
    const spec = {
      ...lease.spec,
      renewTime: microTimeFromDate(new Date(now)),
      ...(!isOurs && {
        holderIdentity: name,
        leaseDurationSeconds: this.#options.seconds,
        leaseTransitions: (lease.spec?.leaseTransitions ?? 0) + 1,
      }),
    }
    const owners = lease.metadata?.ownerReferences ?? []
    const ownerReferences = owners.length > 0 ? owners : ownedBy(held.node)
    return leases.update(new Lease({ ...lease, metadata: { ...lease.metadata, ownerReferences }, spec }))
  }

  #newLease(name: string, node: Node): Lease {
    return new Lease({
      metadata: { name, namespace, ownerReferences: ownedBy(node) },
      spec: {
        holderIdentity: name,
        leaseDurationSeconds: this.#options.seconds,
        renewTime: microTimeFromDate(new Date(this.#options.clock.now())),
      },
    })
  }
}

function absent(error: unknown): undefined {
  if (!isNotFound(error)) throw error
}

function ownedBy({ metadata }: Node): { apiVersion: string; kind: string; name: string; uid: string }[] {
  return [{ apiVersion: 'v1', kind: 'Node', name: metadata?.name ?? '', uid: metadata?.uid ?? '' }]
}

/** Whether nobody else holds a lease. */
function canTake({ spec }: Lease, holder: string, now: number): boolean {
  const { holderIdentity, renewTime, leaseDurationSeconds } = spec ?? {}
  if (holderIdentity === undefined || holderIdentity === holder) return true
  if (renewTime === undefined || leaseDurationSeconds === undefined) return true
  return Date.parse(renewTime) + leaseDurationSeconds * 1000 < now
}
