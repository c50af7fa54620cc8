import type { MetricsRegistry } from '../metrics/metrics-registry.js'

const hint = "'name' is the string used to identify the lease. Please make sure to group by name."
const labelNames = ['name']

/** The metrics of an election, with the names of client-go's. */
export class LeaderMetrics {
  readonly #registry: MetricsRegistry | undefined
  readonly #labels: { readonly name: string }

  constructor(registry: MetricsRegistry | undefined, lease: string) {
    this.#registry = registry
    this.#labels = { name: lease }
    this.leads(false)
  }

  /** Whether this one leads now. */
  leads(is: boolean): void {
    const help = `Gauge of if the reporting system is master of the relevant lease, 0 indicates backup, 1 indicates master. ${hint}`
    this.#registry?.gauge({ name: 'leader_election_master_status', help, labelNames }).set(is ? 1 : 0, this.#labels)
  }

  /** A leader had to read the lease before it could renew it. */
  slowPath(): void {
    const help = `Total number of slow path exercised in renewing leader leases. ${hint}`
    this.#registry?.counter({ name: 'leader_election_slowpath_total', help, labelNames }).inc(this.#labels)
  }
}
