import { type CronJob, CronJobScheduledTimestampAnnotation, Job } from 'apimachinery/api/batch/v1'
import { newControllerRef } from 'apimachinery/meta'
import { getName, getNamespace } from 'apimachinery/runtime'
import { timeAt } from '../cluster-time.js'
import { ZoneTime } from './zone-time.js'

/** The name of the job for a scheduled time: a second job for the same minute cannot be created. */
export function jobNameFor(cronJob: CronJob, scheduled: number): string {
  return `${getName(cronJob)}-${Math.floor(scheduled / 60_000)}`
}

/** The job for a scheduled time, milliseconds since 1970. Source: pkg/controller/cronjob of Kubernetes. */
export function jobFromTemplate(cronJob: CronJob, scheduled: number): Job {
  const { jobTemplate, timeZone } = cronJob.spec
  const { labels, annotations } = jobTemplate.metadata ?? {}
  const stamp = new ZoneTime(timeZone).format(scheduled)
  const metadata = {
    name: jobNameFor(cronJob, scheduled),
    namespace: getNamespace(cronJob),
    ...(labels && { labels: { ...labels } }),
    annotations: { ...annotations, [CronJobScheduledTimestampAnnotation]: stamp },
    creationTimestamp: timeAt(scheduled),
    ownerReferences: [newControllerRef(cronJob)],
  }
  return new Job({ metadata, spec: jobTemplate.spec })
}
