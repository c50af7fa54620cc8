import { CronJob, CronJobList, type CronJobSpec, Job, JobList, type JobSpec } from '../batch/v1/types.gen.js'
import * as v1beta1 from '../batch/v1beta1/types.gen.js'
import { defaultPodTemplateSpec } from '../core/pod/pod-spec-defaults.js'
import { type DefaultsRegistrar, withFields, withList } from './defaults-registrar.js'
import { itemsOf } from './items-of.js'

const largestInt32 = 2 ** 31 - 1

/** Registers the defaults of `batch`. */
export function addBatchDefaults(scheme: DefaultsRegistrar): void {
  withList(scheme, { type: Job, list: JobList, fill: defaultJob })
  withList(scheme, { type: CronJob, list: CronJobList, fill: defaultCronJob })
  withFields<CronJob>(scheme, { type: v1beta1.CronJob, list: v1beta1.CronJobList, fill: defaultCronJob })
}

function defaultJob(job: Job): void {
  job.spec ??= {} as JobSpec
  const spec = job.spec
  if (spec.parallelism === undefined || spec.parallelism === null) {
    spec.completions ??= 1
    spec.parallelism = 1
  }
  spec.backoffLimit ??= typeof spec.backoffLimitPerIndex === 'number' ? largestInt32 : 6
  const labels = spec.template?.metadata?.labels
  if (labels && Object.keys(job.metadata?.labels ?? {}).length === 0) {
    // One object, as in Go: what a registry adds to the template's labels shows on the job.
    job.metadata = { ...job.metadata, labels }
  }
  spec.completionMode ??= 'NonIndexed'
  spec.suspend ??= false
  spec.manualSelector ??= false
  defaultFailurePolicy(spec)
  spec.template ??= {}
  defaultPodTemplateSpec(spec.template)
}

function defaultFailurePolicy(spec: JobSpec): void {
  defaultPodConditions(spec)
  spec.podReplacementPolicy ??= spec.podFailurePolicy ? 'Failed' : 'TerminatingOrFailed'
}

function defaultPodConditions(spec: JobSpec): void {
  for (const { onPodConditions } of itemsOf(spec.podFailurePolicy?.rules)) {
    for (const pattern of itemsOf(onPodConditions)) pattern.status ||= 'True'
  }
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
