import { CronJob, type CronJobStatus, Job } from 'apimachinery/api/batch/v1'
import { deepCopy } from 'apimachinery/descriptor'
import { messageOf } from 'apimachinery/errors'
import { getName, getNamespace, getUID } from 'apimachinery/runtime'
import type { ControllerContext } from '../controller.js'
import { unlistActive } from './active-jobs.js'

/** What is found out about a CronJob and changed in one call of its controller. */
export class CronJobRun {
  readonly cronJob: CronJob
  /** The jobs that the CronJob controls. */
  readonly jobs: readonly Job[]
  readonly context: ControllerContext
  /** Whether the status has to be written. */
  changed = false

  /** Milliseconds since 1970. */
  readonly now: number

  constructor(context: ControllerContext, cronJob: CronJob, jobs: readonly Job[]) {
    this.context = context
    this.now = context.clock.now()
    this.cronJob = new CronJob({ ...cronJob, status: deepCopy(cronJob.status) ?? {} })
    this.jobs = jobs
  }

  get status(): CronJobStatus {
    this.cronJob.status ??= {}
    return this.cronJob.status
  }

  event(type: 'Normal' | 'Warning', reason: string, message: string): void {
    this.context.events.event(this.cronJob, type, reason, message)
  }

  /** Deletes a job with its pods, and removes it from the active ones. @returns whether the server did. */
  async deleteJob(job: Job): Promise<boolean> {
    const uid = getUID(job)
    const options = { propagationPolicy: 'Background' as const, preconditions: { uid } }
    try {
      await this.context.client.resource(Job).namespace(getNamespace(job)).delete(getName(job), options)
    } catch (error) {
      this.event('Warning', 'FailedDelete', `Deleted job: ${messageOf(error)}`)
      return false
    }
    unlistActive(this.status, uid)
    this.event('Normal', 'SuccessfulDelete', `Deleted job ${getName(job)}`)
    return true
  }
}
