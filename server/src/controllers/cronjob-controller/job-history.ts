import type { Job } from 'apimachinery/api/batch/v1'
import { getName } from 'apimachinery/runtime'
import { momentOf } from '../cluster-time.js'
import type { CronJobRun } from './cronjob-run.js'

/** The condition with which a job has ended: `Complete` or `Failed`; undefined if it has not. */
export function endOf({ status }: Job): string | undefined {
  const end = status?.conditions?.find(
    ({ type, status: is }) => (type === 'Complete' || type === 'Failed') && is === 'True',
  )
  return end?.type
}

/** Deletes the oldest ended jobs beyond the limits of a CronJob. */
export async function trimHistory(run: CronJobRun): Promise<void> {
  const { successfulJobsHistoryLimit, failedJobsHistoryLimit } = run.cronJob.spec
  await trim(run, 'Complete', successfulJobsHistoryLimit)
  await trim(run, 'Failed', failedJobsHistoryLimit)
}

async function trim(run: CronJobRun, end: string, limit: number | undefined): Promise<void> {
  if (limit === undefined) return
  const ended = run.jobs.filter((job) => endOf(job) === end)
  for (const job of ended.sort(byStart).slice(0, Math.max(0, ended.length - limit))) {
    if (await run.deleteJob(job)) run.changed = true
  }
}

/** Jobs that never began are last. */
function byStart(a: Job, b: Job): number {
  const [first, second] = [a, b].map(({ status }) => momentOf(status?.startTime) ?? Number.POSITIVE_INFINITY)
  if (first !== second) return first! - second!
  return getName(a) < getName(b) ? -1 : 1
}
