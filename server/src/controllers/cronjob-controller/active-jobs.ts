import type { CronJobStatus, Job } from 'apimachinery/api/batch/v1'
import { getName, getNamespace, getResourceVersion, getUID } from 'apimachinery/runtime'

/** Whether a status names a job of this uid as active. */
export function isListedActive(status: CronJobStatus, uid: string): boolean {
  return status.active?.some((reference) => reference.uid === uid) ?? false
}

/** Names a job as active. */
export function listActive(status: CronJobStatus, job: Job): void {
  const reference = {
    apiVersion: 'batch/v1',
    kind: 'Job',
    namespace: getNamespace(job),
    name: getName(job),
    uid: getUID(job),
    resourceVersion: getResourceVersion(job),
  }
  status.active = [...(status.active ?? []), reference]
}

/** Names a job as active no longer. */
export function unlistActive(status: CronJobStatus, uid: string | undefined): void {
  status.active = status.active?.filter((reference) => reference.uid !== uid)
}
