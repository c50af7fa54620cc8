import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { StatusError, StatusReason } from 'apimachinery/errors'
import type { Activity } from './activity.js'
import type { ObservedClock } from './observed-clock.js'

/** What is looked at to find out whether a cluster has something to do. */
export interface BusyParts {
  readonly activity: Activity
  /** The newest revision of the store. */
  readonly revision: () => number
  /** The cluster's clock as controllers have it. */
  readonly clock: ObservedClock
  /** What controllers measure their pauses with. */
  readonly pace: ObservedClock
}

/** How long is waited. */
export interface IdleOptions {
  /** Milliseconds of the machine. */
  readonly timeout: number
  /** When the wait began, by `performance.now()`, if it is part of a longer one. */
  readonly since?: number
  readonly signal?: AbortSignal | undefined
}

/** A pause of a controller that is shorter belongs to its work: a batch, a first retry. Longer ones follow failures that stay. */
const shortPause = 100

/** How many looks in a row must find nothing, each some turns of the event loop after the one before. */
const looks = 4

/**
 * Resolves when nothing is being worked on: no request of a part of the cluster is being answered, no new one comes and nothing is written
 * while the event loop turns, no short pause of a controller has begun, and nothing is due on the cluster's clock. What a controller, an
 * informer or a queue has before it leads to one of these within a turn.
 *
 * @throws StatusError `Timeout` that says what is busy
 */
export async function untilIdle(parts: BusyParts, options: IdleOptions): Promise<void> {
  const { timeout, signal, since = performance.now() } = options
  const end = since + timeout
  let before = markOf(parts)
  for (let quiet = 0; quiet < looks; ) {
    signal?.throwIfAborted()
    for (let turns = 0; turns < 4; turns++) await turn()
    // Timers and sockets get their turn as well.
    await pause(quiet === 0 ? 3 : 1)
    const mark = markOf(parts)
    const busy = busyParts(parts)
    const isQuiet = busy.length === 0 && mark === before
    before = mark
    quiet = isQuiet ? quiet + 1 : 0
    if (!isQuiet && performance.now() > end) throw timedOut(busy, timeout)
  }
}

function markOf({ activity, revision }: BusyParts): string {
  return `${activity.started} ${revision()}`
}

function busyParts({ activity, clock, pace }: BusyParts): string[] {
  const busy = [...activity.inFlight].map(([user, count]) => `${count} requests of ${user}`)
  const due = clock.dueWithin(0)
  if (due > 0) busy.push(`${due} timers of the cluster's clock are due`)
  const pauses = pace.dueWithin(shortPause)
  if (pauses > 0) busy.push(`${pauses} short pauses of controllers`)
  return busy
}

function timedOut(busy: readonly string[], timeout: number): StatusError {
  const parts = busy.length > 0 ? busy : ['objects are being written']
  return new StatusError({
    status: 'Failure',
    code: 504,
    reason: StatusReason.Timeout,
    message: `the cluster was not idle within ${timeout} ms: ${parts.join(', ')}`,
    details: { causes: parts.map((message) => ({ reason: 'Busy', message })) },
  })
}
