import { Lease, type LeaseSpec } from 'apimachinery/api/coordination/v1'
import type { ResourceClient } from '../rest/resource-client.js'

/** The Lease that an election is about. */
export class LeaseLock {
  readonly #leases: ResourceClient<Lease>
  readonly #name: string
  readonly #labels: Readonly<Record<string, string>>
  /** As the server had it last. */
  #lease: Lease | undefined

  /** @param labels - the lease is given them with each write; others stay */
  constructor(leases: ResourceClient<Lease>, name: string, labels: Readonly<Record<string, string>> = {}) {
    this.#leases = leases
    this.#name = name
    this.#labels = labels
  }

  /** The lease as the server had it last; undefined before it was read or made. */
  get lease(): Lease | undefined {
    return this.#lease
  }

  /** Reads the current lease. @throws RequestStatusError `NotFound` */
  async get(signal: AbortSignal): Promise<LeaseSpec> {
    this.#lease = await this.#leases.get(this.#name, { signal })
    return this.#lease.spec ?? {}
  }

  /** Makes the lease. @throws RequestStatusError `AlreadyExists` */
  async create(spec: LeaseSpec, signal: AbortSignal): Promise<void> {
    this.#lease = await this.#leases.create({ metadata: this.#labelled({ name: this.#name }), spec }, { signal })
  }

  /** Updates the lease that was read last. @throws RequestStatusError `Conflict` if another client changed it */
  async update(spec: LeaseSpec, signal: AbortSignal): Promise<void> {
    const { metadata, ...lease } = this.#lease ?? (await this.#leases.get(this.#name, { signal }))
    const changed = new Lease({ ...lease, metadata: this.#labelled(metadata), spec })
    this.#lease = await this.#leases.update(changed, { signal })
  }

  #labelled(metadata: NonNullable<Lease['metadata']> = {}): NonNullable<Lease['metadata']> {
    if (Object.keys(this.#labels).length === 0) return metadata
    return { ...metadata, labels: { ...metadata.labels, ...this.#labels } }
  }
}
