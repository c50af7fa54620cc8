import { defaultPodTemplateSpec } from '../../core/pod/pod-spec-defaults.js'
import { type DefaultsRegistrar, withList } from '../../defaults/defaults-registrar.js'
import { itemsOf } from '../../defaults/items-of.js'
import { Job, type JobSpec } from '../v1/types.gen.js'

const largestInt32 = 2 ** 31 - 1

/** Registers the defaults of Job. */
export function addJobDefaults(scheme: DefaultsRegistrar): void {
  withList(scheme, Job, defaultJob)
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

export function defaultPodConditions(spec: JobSpec): void {
  for (const { onPodConditions } of itemsOf(spec.podFailurePolicy?.rules)) {
    for (const pattern of itemsOf(onPodConditions)) pattern.status ||= 'True'
  }
}
