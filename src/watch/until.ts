import { MachineryError } from '../errors/machinery-error.js'
import { eachListItem } from '../meta/list.js'
import type { KubernetesObject } from '../runtime/objects/typed-object.js'
import { type Clock, systemClock } from '../wait/clock.js'
import { errorFromEvent, type ObjectEvent, type WatchEvent } from './watch-event.js'
import type { Watcher } from './watcher.js'

/** Returns whether the awaited state is reached. An error ends the wait. */
export type ConditionFunc<T extends KubernetesObject = KubernetesObject> = (
  event: ObjectEvent<T>,
) => boolean | Promise<boolean>

/** How long to wait. */
export interface UntilOptions {
  readonly signal?: AbortSignal | undefined
  /** Milliseconds; forever when absent. */
  readonly timeout?: number | undefined
  /** Measures the timeout. Default: {@link systemClock}. */
  readonly clock?: Clock | undefined
}

/** The list and watch functions of {@link listWatchUntil}. */
export interface ListerWatcher<T extends KubernetesObject = KubernetesObject> {
  /** Lists what is there, as a list kind with a resource version. */
  list(options: { readonly signal?: AbortSignal | undefined }): Promise<object>
  /** Watches from a resource version. */
  watch(options: {
    readonly resourceVersion: string
    readonly signal?: AbortSignal | undefined
  }): Watcher<T> | Promise<Watcher<T>>
}

/** A wait that ended before the conditions were met. Codes `WatchClosed`, `Timeout` and `Interrupted`. */
export class UntilError extends MachineryError {
  override readonly name: string = 'UntilError'
  /** The last event that was seen. */
  readonly lastEvent: ObjectEvent | undefined

  constructor(code: 'WatchClosed' | 'Timeout' | 'Interrupted', message: string, details: UntilErrorDetails) {
    super(code, message, { cause: details.cause })
    this.lastEvent = details.lastEvent
  }
}

/** Properties of an {@link UntilError} besides its message. */
export interface UntilErrorDetails {
  readonly lastEvent: ObjectEvent | undefined
  readonly cause?: unknown
}

/**
 * Reads events until each of `conditions` was met, one after the other, and returns the last event. The event that met a
 * condition is also passed to the next one. The watcher is always stopped.
 *
 * Go passes events of type `ERROR` to the conditions. Here they end the wait, so that conditions get only objects.
 *
 * @throws UntilError if the watch ends, the time is over or `signal` is aborted.
 * @throws StatusError for an event of type `ERROR`, and errors of a condition.
 */
export function until<T extends KubernetesObject>(
  watcher: Watcher<T>,
  conditions: readonly ConditionFunc<T>[],
  options: UntilOptions = {},
): Promise<ObjectEvent<T> | undefined> {
  return waiting(options, async (wait) => {
    wait.stopLater(watcher)
    if (conditions.length > 0) await take(watcher, new Progress(conditions), wait)
    return wait.lastEvent as ObjectEvent<T> | undefined
  })
}

/**
 * Lists, takes what is there for `ADDED`, and watches from there on as {@link until} does.
 *
 * @throws as {@link until}, and what listing and watching throw.
 */
export function listWatchUntil<T extends KubernetesObject>(
  listerWatcher: ListerWatcher<T>,
  conditions: readonly ConditionFunc<T>[],
  options: UntilOptions = {},
): Promise<ObjectEvent<T> | undefined> {
  return waiting(options, async (wait) => {
    if (conditions.length === 0) return undefined
    const progress = new Progress(conditions)
    const list = await wait.orEnd(listerWatcher.list({ signal: wait.signal }))
    if (!(await anyMeets(itemsOf<T>(list), progress, wait))) {
      const resourceVersion = resourceVersionOf(list)
      const watcher = await wait.orEnd(Promise.resolve(listerWatcher.watch({ resourceVersion, signal: wait.signal })))
      wait.stopLater(watcher)
      await take(watcher, progress, wait)
    }
    return wait.lastEvent as ObjectEvent<T> | undefined
  })
}

/** The conditions that are still to be met. */
class Progress<T extends KubernetesObject> {
  readonly #conditions: readonly ConditionFunc<T>[]
  #met = 0

  constructor(conditions: readonly ConditionFunc<T>[]) {
    this.#conditions = conditions
  }

  /** Reports whether all conditions are met now. */
  async meets(event: ObjectEvent<T>): Promise<boolean> {
    for (;;) {
      const condition = this.#conditions[this.#met]
      if (condition === undefined) return true
      if (!(await condition(event))) return false
      this.#met++
    }
  }
}

/** One wait: its time, its signal, and what it has to clean up. */
class Wait {
  readonly signal: AbortSignal
  lastEvent: ObjectEvent | undefined
  readonly #stopped = new AbortController()
  readonly #cleanUp: (() => void)[] = []
  #reason: 'Timeout' | 'Interrupted' | undefined

  constructor({ signal, timeout, clock = systemClock }: UntilOptions) {
    this.signal = this.#stopped.signal
    if (timeout !== undefined) {
      const timer = clock.setTimer(() => this.#end('Timeout'), timeout)
      this.#cleanUp.push(() => timer.stop())
    }
    if (signal === undefined) return
    const end = (): void => this.#end('Interrupted', signal.reason)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
    this.#cleanUp.push(() => signal.removeEventListener('abort', end))
  }

  #end(reason: 'Timeout' | 'Interrupted', cause?: unknown): void {
    this.#reason ??= reason
    this.#stopped.abort(cause)
  }

  stopLater(watcher: Watcher): void {
    this.#cleanUp.push(() => watcher.stop())
  }

  /** The answer of `step`, or an error when the wait ends before. */
  async orEnd<R>(step: Promise<R>): Promise<R> {
    this.check()
    let onAbort = (): void => undefined
    const ended = new Promise<never>((_, reject) => {
      onAbort = () => reject(this.#error())
      this.signal.addEventListener('abort', onAbort, { once: true })
    })
    try {
      return await Promise.race([step, ended])
    } finally {
      this.signal.removeEventListener('abort', onAbort)
    }
  }

  check(): void {
    if (this.signal.aborted) throw this.#error()
  }

  finish(): void {
    for (const step of this.#cleanUp) step()
  }

  #error(): UntilError {
    const { lastEvent } = this
    const cause: unknown = this.signal.reason
    return this.#reason === 'Timeout'
      ? new UntilError('Timeout', 'timed out waiting for the condition', { lastEvent })
      : new UntilError('Interrupted', 'interrupted waiting for the condition', { lastEvent, cause })
  }
}

async function waiting<R>(options: UntilOptions, run: (wait: Wait) => Promise<R>): Promise<R> {
  const wait = new Wait(options)
  try {
    return await run(wait)
  } finally {
    wait.finish()
  }
}

async function take<T extends KubernetesObject>(watcher: Watcher<T>, progress: Progress<T>, wait: Wait): Promise<void> {
  const events = watcher[Symbol.asyncIterator]()
  for (;;) {
    const { value: event, done } = await wait.orEnd(events.next())
    if (done === true) {
      const { lastEvent } = wait
      throw new UntilError('WatchClosed', 'watch closed before UntilWithoutRetry timeout', { lastEvent })
    }
    if (await isMetBy(event, progress, wait)) return
  }
}

async function anyMeets<T extends KubernetesObject>(
  events: readonly ObjectEvent<T>[],
  progress: Progress<T>,
  wait: Wait,
): Promise<boolean> {
  for (const event of events) if (await isMetBy(event, progress, wait)) return true
  return false
}

async function isMetBy<T extends KubernetesObject>(
  event: WatchEvent<T>,
  progress: Progress<T>,
  wait: Wait,
): Promise<boolean> {
  if (event.type === 'ERROR') throw errorFromEvent(event)
  wait.lastEvent = event
  return wait.orEnd(progress.meets(event))
}

function itemsOf<T extends KubernetesObject>(list: object): ObjectEvent<T>[] {
  const events: ObjectEvent<T>[] = []
  const { kind, items }: { kind?: unknown; items?: unknown } = list
  // A list of an unknown kind may leave its items out as one of a known kind does; anything else may not.
  const isEmptyList = (items ?? undefined) === undefined && typeof kind === 'string' && kind.endsWith('List')
  if (!isEmptyList) eachListItem(list, (item) => void events.push({ type: 'ADDED', object: item as T }))
  return events
}

function resourceVersionOf(list: object): string {
  const { metadata }: { metadata?: { resourceVersion?: unknown } | null } = list
  const version = metadata?.resourceVersion
  return typeof version === 'string' ? version : ''
}
