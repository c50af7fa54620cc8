import { timeZoneProblem } from 'apimachinery/api/validation/batch'
import { messageOf } from 'apimachinery/errors'
import { momentOf } from '../cluster-time.js'
import { isDeleting } from '../controller.js'
import { type CronSchedule, parseCronSchedule } from './cron-schedule.js'
import type { CronJobRun } from './cronjob-run.js'
import { jobNameFor } from './job-from-template.js'
import { missedRuns, untilNextRun } from './missed-runs.js'
import { noteJobs } from './note-jobs.js'
import { startJob } from './start-job.js'

/**
 * Brings the status of a CronJob up to date, and creates its job if one is due. Source: pkg/controller/cronjob of Kubernetes.
 *
 * @returns the milliseconds of the cluster's time until the next look; undefined if none is due.
 */
export async function syncCronJob(run: CronJobRun): Promise<number | undefined> {
  await noteJobs(run)
  const { cronJob, now } = run
  if (isDeleting(cronJob)) return undefined
  const { timeZone } = cronJob.spec
  const problem = timeZone === undefined ? undefined : timeZoneProblem(timeZone)
  if (problem !== undefined) {
    run.event('Warning', 'UnknownTimeZone', `invalid timeZone: ${JSON.stringify(timeZone ?? '')}: ${problem}`)
    return undefined
  }
  if (cronJob.spec.suspend === true) return undefined
  const schedule = scheduleOf(run)
  const scheduled = schedule && dueTime(run, schedule)
  if (schedule === undefined || scheduled === undefined) return undefined
  if (scheduled !== 'none' && mayStart(run, scheduled) && !(await startJob(run, scheduled))) return undefined
  return untilNextRun(cronJob, schedule, now)
}

/** The schedule in the zone of the CronJob, as text. */
export function scheduleText({ cronJob: { spec } }: Pick<CronJobRun, 'cronJob'>): string {
  if (spec.schedule.includes('TZ') || spec.timeZone === undefined) return spec.schedule
  return timeZoneProblem(spec.timeZone) === undefined ? `TZ=${spec.timeZone} ${spec.schedule}` : spec.schedule
}

function scheduleOf(run: CronJobRun): CronSchedule | undefined {
  const { schedule } = run.cronJob.spec
  if (schedule.includes('TZ')) {
    const about = 'see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details'
    const message = `CRON_TZ or TZ used in schedule ${JSON.stringify(schedule)} is not officially supported, ${about}`
    run.event('Warning', 'UnsupportedSchedule', message)
  }
  try {
    return parseCronSchedule(scheduleText(run))
  } catch (error) {
    run.event(
      'Warning',
      'UnparseableSchedule',
      `unparseable schedule: ${JSON.stringify(schedule)} : ${messageOf(error)}`,
    )
    return undefined
  }
}

/** The time for which a job is due, `none`, or undefined for a schedule that never comes. */
function dueTime(run: CronJobRun, schedule: CronSchedule): number | 'none' | undefined {
  try {
    const { mostRecent, missed } = missedRuns(run.cronJob, schedule, { now: run.now, withDeadline: true })
    if (missed === 'many' && mostRecent !== undefined) {
      const message = 'too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check clock skew'
      run.event('Warning', 'TooManyMissedTimes', message)
    }
    return mostRecent ?? 'none'
  } catch (error) {
    const message = `invalid schedule: ${run.cronJob.spec.schedule} : ${messageOf(error)}`
    run.event('Warning', 'InvalidSchedule', message)
    return undefined
  }
}

/** Whether the job for a time may be created: it is not too late, was not yet, and no other one forbids it. */
function mayStart(run: CronJobRun, scheduled: number): boolean {
  const { cronJob, status, now } = run
  const { startingDeadlineSeconds, concurrencyPolicy } = cronJob.spec
  if (startingDeadlineSeconds !== undefined && scheduled + Number(startingDeadlineSeconds) * 1000 < now) {
    const time = new Date(scheduled).toUTCString().replace('GMT', '+0000')
    run.event('Warning', 'MissSchedule', `Missed scheduled time to start a job: ${time}`)
    return false
  }
  const name = jobNameFor(cronJob, scheduled)
  const active = status.active ?? []
  if (active.some((reference) => reference.name === name) || momentOf(status.lastScheduleTime) === scheduled)
    return false
  if (concurrencyPolicy !== 'Forbid' || active.length === 0) return true
  const message = 'Not starting job because prior execution is running and concurrency policy is Forbid'
  run.event('Normal', 'JobAlreadyActive', message)
  return false
}
