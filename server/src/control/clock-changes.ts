import { type ClockState, ClusterClock } from './cluster-clock.js'
import type { ClockSpec } from './cluster-spec.js'
import { parsedTime } from './parsed-time.js'

/** Sets what is given. `prefix` is that of the fields in errors. @throws StatusError */
export function applyClock(clock: ClusterClock, { now, running }: ClockSpec, prefix = ''): void {
  const time = now === undefined ? undefined : parsedTime(`${prefix}now`, now)
  if (running === false) clock.run(false)
  if (time !== undefined) clock.setTime(time)
  if (running === true) clock.run(true)
}

/** A clock for a fork: one that stands has the same time, one that runs has gone on since. */
export function forkedClock({ now, running }: ClockState, at: Date): ClusterClock {
  const clock = new ClusterClock(running ? now + Date.now() - at.getTime() : now)
  clock.run(running)
  return clock
}

/** A clock as clients see it. */
export function describeClock(clock: ClusterClock): object {
  const { now, running, pending, next } = clock.state
  const written = (time: number): string => new Date(time).toISOString()
  return { now: written(now), running, pending, ...(next !== undefined && { next: written(next) }) }
}
