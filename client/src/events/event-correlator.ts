import { Event } from 'apimachinery/api/core/v1'
import { LRUCache } from 'apimachinery/collections'
import type { Clock } from 'apimachinery/wait'
import { EventAggregator, eventKey, spamKey } from './event-aggregator.js'
import { SpamFilter, type SpamFilterOptions } from './spam-filter.js'

/** How often an event was observed, and the name of its object. */
interface Observed {
  readonly count: number
  readonly firstTimestamp: Event['firstTimestamp']
  readonly name: string
}

const longestMemory = 4096

/** Settings of an {@link EventCorrelator}. */
export interface EventCorrelatorOptions {
  readonly clock: Clock
  readonly spamFilter?: SpamFilterOptions | undefined
}

/**
 * Says how an event is written: as it is, combined with similar ones, as a higher count of an earlier one, or not at all.
 *
 * Source: `EventCorrelator` of client-go/tools/record.
 */
export class EventCorrelator {
  readonly #clock: Clock
  readonly #aggregator = new EventAggregator()
  readonly #observed = new LRUCache<string, Observed>({ capacity: longestMemory })
  readonly #spam: SpamFilter

  constructor({ clock, spamFilter }: EventCorrelatorOptions) {
    this.#clock = clock
    this.#spam = new SpamFilter(spamFilter ?? {}, clock)
  }

  /** The event to write: to be created with a count of 1, else to be changed. @returns undefined for one too many */
  correlate(event: Event): Event | undefined {
    const { message, key, combined } = this.#aggregator.aggregate(event, this.#clock.now())
    const observed = this.#observe(combined ? combinedEvent(event, message) : event, key)
    return this.#spam.allows(spamKey(observed)) ? observed : undefined
  }

  /** Remembers an event as the server has it. */
  written(event: Event): void {
    this.#remember(eventKey(event), event)
  }

  #observe(event: Event, key: string): Event {
    const last = this.#observed.get(key)
    const { name, firstTimestamp } = last ?? {}
    const observed =
      last === undefined
        ? event
        : new Event({ ...event, metadata: { ...event.metadata, name }, firstTimestamp, count: last.count + 1 })
    this.#remember(key, observed)
    return observed
  }

  #remember(key: string, { count = 1, firstTimestamp, metadata }: Event): void {
    this.#observed.set(key, { count, firstTimestamp, name: metadata?.name ?? '' })
  }
}

/** The event that stands for similar ones. Upstream gives it no reporting component. */
function combinedEvent(
  { metadata, involvedObject, type, reason, source, lastTimestamp }: Event,
  message: string,
): Event {
  return new Event({
    metadata,
    involvedObject,
    reason,
    message,
    source,
    firstTimestamp: lastTimestamp,
    lastTimestamp,
    count: 1,
    type,
  })
}
