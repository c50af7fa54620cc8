import { ensureMetadata } from '../../../meta/object-with-meta.js'
import { fieldPath } from '../../../validation/field-path.js'
import { labelSelectorHasInvalidLabelValue } from '../../../validation/label-selector.js'
import { nameAdvice, prepareTemplate, templateOptions } from '../../core/pod-template/pod-template-hooks.js'
import { batchDeclared } from '../../declared/batch.gen.js'
import { keepField, raiseGeneration, sameGeneration } from '../../strategies/kept-fields.js'
import type { KindStrategy, StrategyContext } from '../../strategies/kind-strategy.js'
import { isSet, memberOf } from '../../validation/go-values.js'
import { Job, type JobSpec } from '../v1/types.gen.js'
import { dropDisabledJobFields } from './drop-disabled-job-fields.js'
import { controllerUIDLabel, jobNameLabel, legacyControllerUIDLabel, legacyJobNameLabel } from './job-labels.js'
import { isTrue, validateJobStatusUpdate } from './job-status.js'
import { validateJobUpdate } from './job-update.js'
import { warningsForJobSpec } from './job-warnings.js'
import { hostnameErrors, type JobValidationOptions, validateJob } from './validation.js'

const path = /* @__PURE__ */ fieldPath('spec')

function generatedLabels(name: string, uid: string): [string, string][] {
  return [
    [legacyJobNameLabel, name],
    [jobNameLabel, name],
    [legacyControllerUIDLabel, uid],
    [controllerUIDLabel, uid],
  ]
}

/** A job selects its pods by its own uid, which is added to the template. */
function generateSelector(job: Job, spec: JobSpec): void {
  const given = ensureMetadata(job)
  const name = given.name ?? ''
  const uid = given.uid ?? ''
  spec.template ??= {}
  spec.template.metadata ??= {}
  spec.template.metadata.labels ??= {}
  const { labels } = spec.template.metadata
  // In place: labels that a job has from its template are the template's.
  for (const [key, value] of generatedLabels(name, uid)) {
    if (!Object.hasOwn(labels, key)) labels[key] = value
  }
  const { matchLabels } = spec.selector ?? {}
  spec.selector = { ...spec.selector, matchLabels: { [controllerUIDLabel]: uid, ...matchLabels } }
}

function jobValidationOptions(old: Job | undefined, context: StrategyContext): JobValidationOptions {
  const options = templateOptions(context, old?.spec?.template)
  const { spec } = old ?? {}
  const status = old?.status ?? {}
  const waits = (!isSet(status.startTime) || isTrue(status, 'Suspended')) && (status.active ?? 0) === 0
  const isMutable = spec?.suspend === true && waits
  const notStarted = spec?.suspend === true && !isSet(status.startTime)
  const labels = spec?.template?.metadata?.labels
  const hasLabels = isSet(memberOf(labels, jobNameLabel)) && isSet(memberOf(labels, controllerUIDLabel))
  return {
    ...options,
    allowInvalidLabelValueInSelector:
      options.allowInvalidLabelValueInSelector || labelSelectorHasInvalidLabelValue(spec?.selector),
    allowMutableSchedulingDirectives: context.featureEnabled('MutableSchedulingDirectivesForSuspendedJobs')
      ? isMutable
      : notStarted,
    allowMutablePodResources: isMutable && context.featureEnabled('MutablePodResourcesForSuspendedJobs'),
    requirePrefixedLabels: old === undefined || hasLabels,
  }
}

/** How a Job behaves in a registry. */
export const jobStrategy: KindStrategy<Job> = {
  type: Job,
  declared: { rules: batchDeclared },
  prepareForCreate(job, context) {
    job.spec ??= {} as JobSpec
    if (job.spec.manualSelector !== true) generateSelector(job, job.spec)
    job.status = {}
    ensureMetadata(job).generation = 1
    dropDisabledJobFields(job.spec, undefined, context)
    prepareTemplate(job.spec.template, undefined, context)
  },
  prepareForUpdate(job, old, context) {
    keepField(job, old, 'status')
    dropDisabledJobFields(job.spec, old.spec, context)
    prepareTemplate(job.spec?.template, old.spec?.template, context)
    raiseGeneration(job, old, ['spec'])
  },
  validate: (job, context) => validateJob(job, jobValidationOptions(undefined, context)),
  validateUpdate(job, old, context) {
    const options = jobValidationOptions(old, context)
    const errors = validateJobUpdate(job, old, options)
    // Earlier releases check a changed job as a new one, too.
    return context.release.minor < 37 ? [...validateJob(job, options), ...errors] : [...errors, ...hostnameErrors(job)]
  },
  warningsOnCreate: (job) => [...nameAdvice(job), ...warningsForJobSpec(job.spec, path)],
  warningsOnUpdate: (job, old) => (sameGeneration(job, old) ? [] : warningsForJobSpec(job.spec, path)),
  defaultGarbageCollection: ({ apiVersion }) => (apiVersion === 'batch/v1' ? 'orphan' : 'background'),
  selectableFields: ({ status }) => ({ 'status.successful': String(status?.succeeded ?? 0) }),
  resetFields: { 'batch/v1': [['status']] },
  subresources: {
    status: {
      prepareForUpdate: (job, old) => keepField(job, old, 'spec'),
      validateUpdate: validateJobStatusUpdate,
      resetFields: { 'batch/v1': [['spec']] },
    },
  },
}
