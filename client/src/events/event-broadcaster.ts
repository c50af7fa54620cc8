import { Event } from 'apimachinery/api/events/v1'
import { isAlreadyExists, isNotFound } from 'apimachinery/errors'
import { PatchType } from 'apimachinery/patch'
import type { KubernetesObject } from 'apimachinery/runtime'
import { microTimeFromDate } from 'apimachinery/scalar'
import { type Clock, jitter, sleep, systemClock, type Timer } from 'apimachinery/wait'
import type { Client } from '../client/client.js'
import { isRequestStatusError } from '../rest/request-status-error.js'
import type { EventInit, EventRecorder } from './event-init.js'
import { referenceTo } from './object-reference.js'
import { SpamFilter, type SpamFilterOptions } from './spam-filter.js'

/** How an {@link EventBroadcaster} writes. */
export interface EventBroadcasterOptions {
  readonly client: Client
  readonly clock?: Clock | undefined
  /** Numbers from 0 up to 1. Default `Math.random`. */
  readonly random?: (() => number) | undefined
  readonly spamFilter?: SpamFilterOptions | undefined
  /** Name of the instance, such as a pod's. Default: the name of the controller. */
  readonly reportingInstance?: string | undefined
  /** Called for events that are dropped. */
  readonly onError?: ((error: unknown, event: Event) => void) | undefined
}

/** An event that may come again. */
interface Series {
  event: Event
  /** By the monotonic clock. */
  lastAt: number
  /** Occurred more often than the server knows. */
  unwritten: boolean
}

const maxTries = 12
const sleepBetweenTries = 10_000
/** A series ends when nothing happened for so long. */
const finishAfter = 360_000
/** Interval at which the server gets the count of a continuing series. */
const refreshEvery = 1_800_000
const maxQueued = 1000
const longestNote = 1024

/**
 * Writes events of `events.k8s.io/v1`. Repeated events of one object for the same reason become one event with a series:
 * the server gets the first, the second, and then periodic updates. `client-go/tools/events`.
 */
export class EventBroadcaster {
  readonly #options: EventBroadcasterOptions
  readonly #clock: Clock
  readonly #spam: SpamFilter
  readonly #series = new Map<string, Series>()
  readonly #stopping = new AbortController()
  #timer: Timer | undefined
  #refreshedAt: number
  /** One after the other, so that the second of a series follows its first. */
  #writing: Promise<void> = Promise.resolve()
  #queued = 0
  #sequence = 0

  constructor(options: EventBroadcasterOptions) {
    this.#options = options
    this.#clock = options.clock ?? systemClock
    this.#spam = new SpamFilter(options.spamFilter ?? {}, this.#clock)
    this.#refreshedAt = this.#clock.monotonic()
  }

  /** A recorder for a controller. */
  recorder(reportingController: string): EventRecorder {
    return { event: (regarding, init) => this.#record(regarding, init, reportingController) }
  }

  /** Waits until all events so far are written or dropped. */
  async flush(): Promise<void> {
    await this.#writing
  }

  /** Writes the final counts of continuing series, waits until all is written, and stops. */
  async stop({ timeout = 5000 }: { readonly timeout?: number | undefined } = {}): Promise<void> {
    this.#timer?.stop()
    this.#timer = undefined
    for (const series of this.#series.values()) if (series.unwritten) this.#write(series)
    this.#series.clear()
    const deadline = this.#clock.setTimer(
      () => this.#stopping.abort(new DOMException('stopped', 'AbortError')),
      timeout,
    )
    await this.#writing
    deadline.stop()
    this.#stopping.abort(new DOMException('stopped', 'AbortError'))
  }

  #record(regarding: KubernetesObject, init: EventInit, controller: string): void {
    if (this.#stopping.signal.aborted) return
    const event = this.#eventOf(regarding, init, controller)
    if (event === undefined) return
    const key = isomorphicKey(event)
    const known = this.#series.get(key)
    const now = this.#clock.monotonic()
    if (known !== undefined && now - known.lastAt < finishAfter) {
      this.#again(known, now)
      return
    }
    const { uid = '', name = '' } = event.regarding ?? {}
    if (!this.#spam.allows(uid === '' ? name : uid)) return
    const series = { event, lastAt: now, unwritten: false }
    this.#series.set(key, series)
    this.#setTimer()
    this.#write(series)
  }

  #again(series: Series, now: number): void {
    series.lastAt = now
    const count = (series.event.series?.count ?? 1) + 1
    const lastObservedTime = microTimeFromDate(new Date(this.#clock.now()))
    series.event = new Event({ ...series.event, series: { count, lastObservedTime } })
    series.unwritten = true
    if (count === 2) this.#write(series)
  }

  #eventOf(regarding: KubernetesObject, init: EventInit, controller: string): Event | undefined {
    const reference = referenceTo(regarding)
    if (reference === undefined) return undefined
    const related = init.related === undefined ? undefined : referenceTo(init.related)
    const now = this.#clock.now()
    // Names have to be unique also within one millisecond.
    const stamp = (BigInt(Math.floor(now)) * 1_000_000n + BigInt(this.#sequence++ % 1_000_000)).toString(16)
    return new Event({
      metadata: { name: `${reference.name}.${stamp}`, namespace: reference.namespace ?? 'default' },
      eventTime: microTimeFromDate(new Date(now)),
      reportingController: controller,
      reportingInstance: this.#options.reportingInstance ?? controller,
      action: init.action ?? init.reason,
      reason: init.reason,
      regarding: reference,
      ...(related !== undefined && { related }),
      note: cut(init.note),
      type: init.type ?? 'Normal',
    })
  }

  #write(series: Series): void {
    if (this.#queued >= maxQueued) return
    this.#queued++
    const { event } = series
    series.unwritten = false
    this.#writing = this.#writing.then(async () => {
      await this.#attempt(event)
      this.#queued--
    })
  }

  async #attempt(event: Event): Promise<void> {
    const { signal } = this.#stopping
    for (let tries = 1; !signal.aborted; tries++) {
      try {
        await this.#send(event, signal)
        return
      } catch (error) {
        const refused = isRequestStatusError(error) && !(event.series !== undefined && isAlreadyExists(error))
        if (refused || tries >= maxTries || signal.aborted) {
          this.#options.onError?.(error, event)
          return
        }
      }
      const pause = jitter(sleepBetweenTries, 0.25, this.#options.random)
      await sleep(pause, { clock: this.#clock, signal }).catch(() => undefined)
    }
  }

  async #send(event: Event, signal: AbortSignal): Promise<void> {
    const { name = '', namespace = '' } = event.metadata ?? {}
    const events = this.#options.client.resource(Event).namespace(namespace)
    if (event.series !== undefined) {
      try {
        await events.patch(name, { type: PatchType.StrategicMerge, body: { series: event.series } }, { signal })
        return
      } catch (error) {
        // The server has forgotten the first one.
        if (!isNotFound(error)) throw error
      }
    }
    await events.create(event, { signal })
  }

  /** Looks after the series every six minutes, as long as there are some. */
  #setTimer(): void {
    this.#timer ??= this.#clock.setTimer(() => this.#maintainSeries(), finishAfter, { background: true })
  }

  #maintainSeries(): void {
    this.#timer = undefined
    const now = this.#clock.monotonic()
    const refresh = now - this.#refreshedAt >= refreshEvery
    if (refresh) this.#refreshedAt = now
    for (const [key, series] of this.#series) {
      const finished = now - series.lastAt >= finishAfter
      if (series.unwritten && (finished || refresh)) this.#write(series)
      if (finished) this.#series.delete(key)
    }
    if (this.#series.size > 0) this.#setTimer()
  }
}

/** The key of equal events: everything but time and note. */
function isomorphicKey(event: Event): string {
  const { type, action, reason, reportingController, reportingInstance, regarding, related } = event
  return JSON.stringify([type, action, reason, reportingController, reportingInstance, regarding, related])
}

/** Notes have a limit in bytes; a character is not cut in two. */
function cut(note: string): string {
  const bytes = new TextEncoder().encode(note)
  if (bytes.length <= longestNote) return note
  let end = longestNote
  while ((bytes[end]! & 0xc0) === 0x80) end--
  return new TextDecoder().decode(bytes.subarray(0, end))
}
