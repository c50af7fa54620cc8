import { Event } from 'apimachinery/api/core/v1'
import { hasStatusCause, isAlreadyExists, isNotFound } from 'apimachinery/errors'
import { PatchType } from 'apimachinery/patch'
import type { KubernetesObject } from 'apimachinery/runtime'
import { timeFromDate } from 'apimachinery/scalar'
import { nameIsDNSSubdomain } from 'apimachinery/validation'
import { type Clock, sleep, systemClock } from 'apimachinery/wait'
import type { Client } from '../client/client.js'
import { isRequestStatusError } from '../rest/request-status-error.js'
import type { CoreEventRecorder } from './core-event-recorder.js'
import { EventCorrelator } from './event-correlator.js'
import { referenceTo } from './object-reference.js'
import type { SpamFilterOptions } from './spam-filter.js'

/** How a {@link CoreEventBroadcaster} writes. */
export interface CoreEventBroadcasterOptions {
  readonly client: Client
  /** When events happened. */
  readonly clock?: Clock | undefined
  /** Measures the pauses between attempts. Default: `clock`. */
  readonly pace?: Clock | undefined
  /** Numbers from 0 up to 1. Default `Math.random`. */
  readonly random?: (() => number) | undefined
  readonly spamFilter?: SpamFilterOptions | undefined
  /** The machine that events come from. Default: none. */
  readonly host?: string | undefined
  /** Called for events that are dropped. */
  readonly onError?: ((error: unknown, event: Event) => void) | undefined
}

const maxTries = 12
const pauseBetweenTries = 10_000
const maxQueued = 1000

/**
 * Writes events of core/v1: what happens again raises the count of its event, what happens with many messages is combined, and
 * what happens too often to one object is left out.
 *
 * Source: `eventBroadcasterImpl` of client-go/tools/record.
 */
export class CoreEventBroadcaster {
  readonly #options: CoreEventBroadcasterOptions
  readonly #clock: Clock
  readonly #random: () => number
  readonly #correlator: EventCorrelator
  readonly #stopping = new AbortController()
  /** One after the other: a higher count follows the event that it belongs to. */
  #writing: Promise<void> = Promise.resolve()
  #queued = 0
  #sequence: number

  constructor(options: CoreEventBroadcasterOptions) {
    this.#options = options
    this.#clock = options.clock ?? systemClock
    this.#random = options.random ?? Math.random
    this.#correlator = new EventCorrelator({ clock: this.#clock, spamFilter: options.spamFilter })
    // Events of several components for one object may come in the same millisecond.
    this.#sequence = Math.floor(this.#random() * nanosecondsPerMillisecond)
  }

  /** A recorder for a component. */
  recorder(component: string): CoreEventRecorder {
    return {
      event: (object, ...[type, reason, message]) => {
        const event = this.#eventOf(object, component)
        if (event !== undefined) this.#enqueue(new Event({ ...event, type, reason, message }))
      },
    }
  }

  /** Waits until all events so far are written or dropped. */
  async flush(): Promise<void> {
    await this.#writing
  }

  /** Waits until all is written, or `timeout` milliseconds are over, and stops. */
  async stop({ timeout = 5000 }: { readonly timeout?: number | undefined } = {}): Promise<void> {
    const abort = (): void => this.#stopping.abort(new DOMException('stopped', 'AbortError'))
    const deadline = this.#pace.setTimer(abort, timeout)
    await this.#writing
    deadline.stop()
    abort()
  }

  get #pace(): Clock {
    return this.#options.pace ?? this.#clock
  }

  #eventOf(object: KubernetesObject, component: string): Event | undefined {
    const involvedObject = referenceTo(object)
    if (involvedObject === undefined) return undefined
    const { host = '' } = this.#options
    const now = this.#clock.now()
    const time = timeFromDate(new Date(now))
    return new Event({
      metadata: {
        name: this.#nameFor(involvedObject.name ?? '', now),
        namespace: involvedObject.namespace ?? 'default',
      },
      involvedObject,
      source: { component, ...(host !== '' && { host }) },
      firstTimestamp: time,
      lastTimestamp: time,
      count: 1,
      reportingComponent: component,
      reportingInstance: host,
    })
  }

  #nameFor(object: string, now: number): string {
    const fraction = BigInt(this.#sequence++ % nanosecondsPerMillisecond)
    const name = `${object}.${(BigInt(Math.floor(now)) * BigInt(nanosecondsPerMillisecond) + fraction).toString(16)}`
    return nameIsDNSSubdomain(name, false).length === 0 ? name : crypto.randomUUID()
  }

  #enqueue(event: Event): void {
    if (this.#stopping.signal.aborted) return
    if (this.#queued >= maxQueued) {
      this.#options.onError?.(new Error('too many queued events'), event)
      return
    }
    this.#queued++
    this.#writing = this.#writing.then(async () => {
      await this.#record(event)
      this.#queued--
    })
  }

  async #record(event: Event): Promise<void> {
    const correlated = this.#correlator.correlate(event)
    if (correlated === undefined) return
    const { signal } = this.#stopping
    for (let tries = 1; !signal.aborted; tries++) {
      try {
        this.#correlator.written(await this.#send(correlated, signal))
        return
      } catch (error) {
        if (isRequestStatusError(error) || tries >= maxTries || signal.aborted) {
          if (!isOrdinary(error)) this.#options.onError?.(error, correlated)
          return
        }
      }
      const pause = tries === 1 ? pauseBetweenTries * this.#random() : pauseBetweenTries
      await sleep(pause, { clock: this.#pace, signal }).catch(() => undefined)
    }
  }

  async #send(event: Event, signal: AbortSignal): Promise<Event> {
    const { name = '', namespace = '' } = event.metadata ?? {}
    const events = this.#options.client.resource(Event).namespace(namespace)
    if ((event.count ?? 1) > 1) {
      const { count, lastTimestamp, message } = event
      try {
        return await events.patch(
          name,
          { type: PatchType.StrategicMerge, body: { count, lastTimestamp, message } },
          { signal },
        )
      } catch (error) {
        // The server has forgotten it.
        if (!isNotFound(error)) throw error
      }
    }
    return events.create(event, { signal })
  }
}

const nanosecondsPerMillisecond = 1_000_000

/** What events meet in a cluster that works. */
function isOrdinary(error: unknown): boolean {
  return isAlreadyExists(error) || hasStatusCause(error, 'NamespaceTerminating')
}
