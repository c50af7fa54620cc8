import { defaultPodTemplateSpec } from '../../core/pod/pod-spec-defaults.js'
import { type DefaultsRegistrar, withFields, withList } from '../../defaults/defaults-registrar.js'
import { defaultPodConditions } from '../job/defaults.js'
import { CronJob, type CronJobSpec, type JobSpec } from '../v1/types.gen.js'
import * as v1beta1 from '../v1beta1/types.gen.js'

/** Registers the defaults of CronJob. */
export function addCronJobDefaults(scheme: DefaultsRegistrar): void {
  withList(scheme, CronJob, defaultCronJob)
  withFields<CronJob>(scheme, [v1beta1.CronJob], defaultCronJob)
}

/** The job of a CronJob gets its own defaults when it is created; here only its pods and failure policy do. */
function defaultCronJob(job: CronJob): void {
  job.spec ??= {} as CronJobSpec
  const spec = job.spec
  spec.concurrencyPolicy ||= 'Allow'
  spec.suspend ??= false
  spec.successfulJobsHistoryLimit ??= 3
  spec.failedJobsHistoryLimit ??= 1
  spec.jobTemplate ??= {}
  spec.jobTemplate.spec ??= {} as JobSpec
  const jobSpec = spec.jobTemplate.spec
  defaultPodConditions(jobSpec)
  jobSpec.template ??= {}
  defaultPodTemplateSpec(jobSpec.template)
}
