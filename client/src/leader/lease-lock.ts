import { Lease, type LeaseSpec } from 'apimachinery/api/coordination/v1'
import type { ResourceClient } from '../rest/resource-client.js'

/** The Lease that an election is about. */
export class LeaseLock {
  readonly #leases: ResourceClient<Lease>
  readonly #name: string
  /** As the server had it last. */
  #lease: Lease | undefined

  constructor(leases: ResourceClient<Lease>, name: string) {
    this.#leases = leases
    this.#name = name
  }

  /** What the server has now. @throws RequestStatusError `NotFound` */
  async get(signal: AbortSignal): Promise<LeaseSpec> {
    this.#lease = await this.#leases.get(this.#name, { signal })
    return this.#lease.spec ?? {}
  }

  /** Makes the lease. @throws RequestStatusError `AlreadyExists` */
  async create(spec: LeaseSpec, signal: AbortSignal): Promise<void> {
    this.#lease = await this.#leases.create({ metadata: { name: this.#name }, spec }, { signal })
  }

  /** Writes what was read last, changed. @throws RequestStatusError `Conflict` when somebody was faster */
  async update(spec: LeaseSpec, signal: AbortSignal): Promise<void> {
    const lease = this.#lease ?? (await this.#leases.get(this.#name, { signal }))
    this.#lease = await this.#leases.update(new Lease({ ...lease, spec: { ...lease.spec, ...spec } }), { signal })
  }
}
