import { objectKey } from '@apimachinery/client/cache'
import { CronJob, Job } from 'apimachinery/api/batch/v1'
import { getControllerOf } from 'apimachinery/meta'
import { getName, getNamespace, getUID } from 'apimachinery/runtime'
import { type Controller, type ControllerContext, reconcileLoop } from '../controller.js'
import { OwnWrites } from '../own-writes.js'
import { parseCronSchedule } from './cron-schedule.js'
import { CronJobRun } from './cronjob-run.js'
import { trimHistory } from './job-history.js'
import { untilNextRun } from './missed-runs.js'
import { scheduleText, syncCronJob } from './sync-cronjob.js'

/** Creates the jobs of CronJobs by their schedules, and deletes old ones. Source: pkg/controller/cronjob of Kubernetes. */
export function cronJobController(context: ControllerContext): Controller {
  const { client, informers, events, clock } = context
  const cronJobs = informers.informerFor(CronJob)
  const jobs = informers.informerFor(Job)
  const writes = new OwnWrites()

  async function reconcile(key: string): Promise<number | undefined> {
    if (!(await writes.seen(key))) return undefined
    const cronJob = cronJobs.lister.getByKey(key)
    if (cronJob === undefined) {
      writes.forget(key)
      return undefined
    }
    const controlled = jobs.lister
      .namespace(getNamespace(cronJob))
      .list()
      .filter((job) => getControllerOf(job)?.name === getName(cronJob))
    const run = new CronJobRun(context, cronJob, controlled)
    await trimHistory(run)
    let problem: unknown
    const again = await syncCronJob(run).catch((error: unknown) => {
      problem = error
      return undefined
    })
    if (run.changed) writes.wrote(key, cronJobs, await client.updateStatus(run.cronJob))
    if (problem !== undefined) throw problem
    return again
  }

  const loop = reconcileLoop({ name: 'cronjob-controller', context, reconcile })
  const add = (cronJob: CronJob): void => loop.add(objectKey(cronJob))

  /** A new schedule is looked at when it is due next: it does not make up for what it would have asked for before. */
  function onUpdate(old: CronJob, cronJob: CronJob): void {
    const changed = old.spec.schedule !== cronJob.spec.schedule || old.spec.timeZone !== cronJob.spec.timeZone
    if (!changed) {
      add(cronJob)
      return
    }
    try {
      const schedule = parseCronSchedule(scheduleText({ cronJob }))
      const again = untilNextRun(cronJob, schedule, clock.now())
      if (again !== undefined) loop.addWhenDue(objectKey(cronJob), again)
    } catch {
      const message = `unparseable schedule for cronjob: ${cronJob.spec.schedule}`
      events.event(cronJob, 'Warning', 'UnParseableCronJobSchedule', message)
    }
  }

  function onJob(job: Job): void {
    const owner = getControllerOf(job)
    if (owner?.kind !== 'CronJob') return
    const cronJob = cronJobs.lister.get({ namespace: getNamespace(job), name: owner.name })
    if (cronJob !== undefined && getUID(cronJob) === owner.uid) add(cronJob)
  }

  return {
    name: 'cronjob-controller',
    start() {
      cronJobs.addEventHandler({ onAdd: add, onUpdate, onDelete: add })
      const registration = jobs.addEventHandler({
        onAdd: onJob,
        onUpdate: (old, job) => {
          if (getControllerOf(old)?.uid !== getControllerOf(job)?.uid) onJob(old)
          onJob(job)
        },
        onDelete: onJob,
      })
      // Without the jobs that exist, those of the status would seem to be gone.
      void registration.synced.then(() => loop.start())
    },
    stop: () => loop.stop(),
  }
}
