import { CronJob, Job } from 'apimachinery/api/batch/v1'
import { isNotFound } from 'apimachinery/errors'
import { getName, getNamespace, getUID } from 'apimachinery/runtime'
import { momentOf } from '../cluster-time.js'
import { isListedActive, unlistActive } from './active-jobs.js'
import type { CronJobRun } from './cronjob-run.js'
import { endOf } from './job-history.js'

/** Compares the active jobs of a status with the jobs that exist. */
export async function noteJobs(run: CronJobRun): Promise<void> {
  for (const job of run.jobs) {
    if (endOf(job) !== undefined) noteEnd(run, job)
    else if (!isListedActive(run.status, getUID(job))) await noteUnexpected(run, job)
  }
  const known = new Set(run.jobs.map(getUID))
  for (const reference of run.status.active ?? []) {
    const { name = '', namespace = '', uid = '' } = reference
    if (known.has(uid) || (await exists(run, { name, namespace }))) continue
    run.event('Normal', 'MissingJob', `Active job went missing: ${name}`)
    unlistActive(run.status, uid)
    run.changed = true
  }
}

function noteEnd(run: CronJobRun, job: Job): void {
  const { status } = run
  const end = endOf(job) ?? ''
  if (isListedActive(status, getUID(job))) {
    unlistActive(status, getUID(job))
    run.event('Normal', 'SawCompletedJob', `Saw completed job: ${getName(job)}, condition: ${end}`)
    run.changed = true
  }
  const completion = job.status?.completionTime
  if (end !== 'Complete' || completion === undefined) return
  const last = momentOf(status.lastSuccessfulTime)
  if (last !== undefined && momentOf(completion)! <= last) return
  status.lastSuccessfulTime = completion
  run.changed = true
}

/** A job that the status does not name: the status may be late. */
async function noteUnexpected(run: CronJobRun, job: Job): Promise<void> {
  const { cronJob, context } = run
  const key = { namespace: getNamespace(cronJob), name: getName(cronJob) }
  const { status = {} } = await context.client.get(CronJob, key)
  if (isListedActive(status, getUID(job))) return
  run.event('Warning', 'UnexpectedJob', `Saw a job that the controller did not create or forgot: ${getName(job)}`)
}

function exists({ context }: CronJobRun, key: { readonly name: string; readonly namespace: string }): Promise<boolean> {
  return context.client.get(Job, key).then(
    () => true,
    (error: unknown) => {
      if (isNotFound(error)) return false
      throw error
    },
  )
}
