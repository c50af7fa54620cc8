import type { PriorityLevelConfiguration } from 'apimachinery/api/flowcontrol/v1'
import { MachineryError } from 'apimachinery/errors'
import { QueueSet, type QueueSetOptions, type QueuingConfig } from './queue-set.js'
import { SeatDemand } from './seat-demand.js'

/** Maximum share of a level's nominal seats that one request may take. */
const maxSeatsShare = 0.15

/** A priority level as it is at work: its seats, its queues, and what it was wanted for. */
export class PriorityLevel {
  readonly queues: QueueSet
  readonly demand = new SeatDemand()
  configuration: PriorityLevelConfiguration
  /** The level was removed; it ends when it is idle. */
  quiescing = false
  nominal = 0
  least = 0
  most = 0
  current = 0
  /** Most seats of one request; 0 where the level says nothing of it. */
  maxSeats = 0
  #started = false

  /** Throws `MachineryError` for a configuration that contradicts itself. */
  constructor(configuration: PriorityLevelConfiguration, options: Omit<QueueSetOptions, 'name'>) {
    this.configuration = configuration
    this.queues = new QueueSet({ name: configuration.metadata?.name ?? '', ...options })
    this.queues.configure(queuingOf(configuration))
  }

  get name(): string {
    return this.configuration.metadata?.name ?? ''
  }

  get isExempt(): boolean {
    return this.configuration.spec?.type === 'Exempt'
  }

  /** Flows are distinguished if there are several queues. */
  get queueCount(): number {
    return this.configuration.spec?.limited?.limitResponse?.queuing?.queues ?? 0
  }

  get shares(): number {
    const { limited, exempt } = this.configuration.spec ?? {}
    return limited?.nominalConcurrencyShares ?? exempt?.nominalConcurrencyShares ?? (limited === undefined ? 0 : 30)
  }

  /** Throws `MachineryError` for a configuration that contradicts itself; the level then stays as it was. */
  reconfigure(configuration: PriorityLevelConfiguration): void {
    this.queues.configure(queuingOf(configuration))
    this.configuration = configuration
    this.quiescing = false
  }

  /** Takes the level's part of all seats; `shareSum` is that of all levels. */
  setSeats(serverLimit: number, shareSum: number): void {
    const { limited, exempt } = this.configuration.spec ?? {}
    const nominal = shareSum === 0 ? 0 : Math.ceil((serverLimit * this.shares) / shareSum)
    const lendable = Math.round((nominal * (limited?.lendablePercent ?? exempt?.lendablePercent ?? 0)) / 100)
    const limit = limited?.borrowingLimitPercent
    this.nominal = nominal
    this.least = nominal - lendable
    this.most = nominal + (limit === undefined ? serverLimit : Math.round((nominal * limit) / 100))
    const hand = limited?.limitResponse?.queuing?.handSize
    this.maxSeats =
      hand === undefined ? 0 : Math.max(1, Math.min(Math.ceil(nominal * maxSeatsShare), Math.floor(nominal / hand)))
    if (!this.#started) this.current = nominal - Math.floor(lendable / 2)
    this.#started = true
  }
}

/** The queuing settings of a configuration. Throws `MachineryError` for an inconsistent one. */
function queuingOf({ metadata, spec }: PriorityLevelConfiguration): QueuingConfig {
  const isExempt = spec?.type === 'Exempt'
  if ((spec?.type === 'Limited') !== (spec?.limited !== undefined)) {
    throw new MachineryError('InvalidObject', 'broken union structure at the top, for Limited')
  }
  if (isExempt !== (spec?.exempt !== undefined))
    throw new MachineryError('InvalidObject', 'broken union structure at the top, for Exempt')
  if (isExempt !== (metadata?.name === 'exempt'))
    throw new MachineryError('InvalidObject', 'non-alignment between name and type')
  if (isExempt) return { queues: -1, handSize: 1, queueLengthLimit: 1 }
  const response = spec?.limited?.limitResponse
  if ((response?.type === 'Reject') !== (response?.queuing === undefined)) {
    throw new MachineryError('InvalidObject', 'broken union structure for limit response')
  }
  const { queues = 64, handSize = 8, queueLengthLimit = 50 } = response?.queuing ?? { queues: 0 }
  return { queues, handSize, queueLengthLimit }
}
