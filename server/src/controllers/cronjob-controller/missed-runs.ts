import type { CronJob } from 'apimachinery/api/batch/v1'
import { MachineryError } from 'apimachinery/errors'
import { momentOf } from '../cluster-time.js'
import type { CronSchedule } from './cron-schedule.js'

/** What a schedule asked for since it was last obeyed. */
export interface MissedRuns {
  /** From where was counted, milliseconds since 1970. */
  readonly earliest: number
  /** The last time at which a job was due, not later than now. */
  readonly mostRecent?: number | undefined
  readonly missed: 'none' | 'few' | 'many'
}

/** When is asked, and whether runs are given up for which it is too late. */
export interface MissedRunsOptions {
  /** Milliseconds since 1970. */
  readonly now: number
  readonly withDeadline: boolean
}

/** A job begins this long after its time, so that clocks that differ a little agree that it has come. */
const margin = 100

/** Beyond that many runs they are reported as too many. */
const few = 100

/**
 * Finds the runs that are due since the last one, or since the CronJob was created. Source: pkg/controller/cronjob of Kubernetes.
 *
 * @throws MachineryError `InvalidValue` for a schedule that never comes
 */
export function missedRuns(
  { metadata, spec, status }: CronJob,
  schedule: CronSchedule,
  { now, withDeadline }: MissedRunsOptions,
): MissedRuns {
  const since = momentOf(status?.lastScheduleTime) ?? momentOf(metadata?.creationTimestamp) ?? now
  const seconds = withDeadline ? spec.startingDeadlineSeconds : undefined
  const earliest = seconds === undefined ? since : Math.max(since, now - Number(seconds) * 1000)
  const first = schedule.next(earliest)
  const second = first === undefined ? undefined : schedule.next(first)
  if (first !== undefined && now < first) return { earliest, missed: 'none' }
  if (first === undefined || second === undefined) throw neverComes()
  if (now < second) return { earliest, mostRecent: first, missed: 'none' }
  const interval = Math.round((second - first) / 1000)
  if (interval < 1) throw neverComes()
  const count = Math.floor(Math.floor((now - first) / 1000) / interval) + 1
  // One interval is left to the schedule itself: its times may be unequal.
  let mostRecent: number | undefined
  let next = schedule.next(first + (count - 2) * interval * 1000)
  for (; next !== undefined && next <= now; next = schedule.next(next)) mostRecent = next
  return { earliest, mostRecent, missed: count > few ? 'many' : 'few' }
}

/** Milliseconds until the schedule has to be looked at again; undefined if it never comes. */
export function untilNextRun(cronJob: CronJob, schedule: CronSchedule, now: number): number | undefined {
  const next = schedule.next(lastRun(cronJob, schedule, now))
  return next === undefined ? undefined : next + margin - now
}

function lastRun(cronJob: CronJob, schedule: CronSchedule, now: number): number {
  try {
    const { earliest, mostRecent, missed } = missedRuns(cronJob, schedule, { now, withDeadline: false })
    return mostRecent ?? (missed === 'none' ? earliest : now)
  } catch {
    return now
  }
}

function neverComes(): MachineryError {
  return new MachineryError('InvalidValue', 'time difference between two schedules is less than 1 second')
}
