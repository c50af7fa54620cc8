import { Job } from 'apimachinery/api/batch/v1'
import { hasStatusCause, isAlreadyExists, messageOf } from 'apimachinery/errors'
import { isControlledBy } from 'apimachinery/meta'
import { getName, getNamespace, getUID } from 'apimachinery/runtime'
import { timeAt } from '../cluster-time.js'
import { isListedActive, listActive } from './active-jobs.js'
import type { CronJobRun } from './cronjob-run.js'
import { jobFromTemplate } from './job-from-template.js'

/**
 * Creates the job for a time; the policy `Replace` deletes those that still run before. Source: pkg/controller/cronjob of Kubernetes.
 *
 * @returns whether the status names the job; if not, another one created it.
 */
export async function startJob(run: CronJobRun, scheduled: number): Promise<boolean> {
  const { cronJob, status } = run
  if (cronJob.spec.concurrencyPolicy === 'Replace') await replaceActive(run)
  const wanted = jobFromTemplate(cronJob, scheduled)
  const { job, created } = await createJob(run, wanted)
  if (!created && (!isControlledBy(job, cronJob) || isListedActive(status, getUID(job)))) return false
  if (created) run.event('Normal', 'SuccessfulCreate', `Created job ${getName(job)}`)
  listActive(status, job)
  status.lastScheduleTime = timeAt(scheduled)
  run.changed = true
  return true
}

async function replaceActive(run: CronJobRun): Promise<void> {
  const jobs = run.context.client.resource(Job)
  for (const { name = '', namespace = '' } of run.status.active ?? []) {
    const job = await jobs
      .namespace(namespace)
      .get(name)
      .catch((error: unknown) => {
        run.event('Warning', 'FailedGet', `Get job: ${messageOf(error)}`)
        throw error
      })
    if (!(await run.deleteJob(job))) throw new Error(`could not replace job ${namespace}/${name}`)
    run.changed = true
  }
}

async function createJob(run: CronJobRun, wanted: Job): Promise<{ readonly job: Job; readonly created: boolean }> {
  const { client } = run.context
  try {
    return { job: await client.create(wanted), created: true }
  } catch (error) {
    if (isAlreadyExists(error)) {
      const key = { namespace: getNamespace(wanted), name: getName(wanted) }
      return { job: await client.get(Job, key), created: false }
    }
    // Nothing can be created in a namespace that is being deleted.
    if (!hasStatusCause(error, 'NamespaceTerminating')) {
      run.event('Warning', 'FailedCreate', `Error creating job: ${messageOf(error)}`)
    }
    throw error
  }
}
