import { ensureMetadata } from '../../../meta/object-with-meta.js'
import { fieldPath } from '../../../validation/field-path.js'
import { nameAdvice, prepareTemplate, templateOptions } from '../../core/pod-template/pod-template-hooks.js'
import { batchDeclared } from '../../declared/batch.gen.js'
import { keepField, raiseGeneration, sameGeneration } from '../../strategies/kept-fields.js'
import type { KindStrategy } from '../../strategies/kind-strategy.js'
import { dropDisabledJobFields } from '../job/drop-disabled-job-fields.js'
import { warningsForJobSpec } from '../job/job-warnings.js'
import { CronJob } from '../v1/types.gen.js'
import { validateCronJob, validateCronJobUpdate } from './validation.js'

const path = /* @__PURE__ */ fieldPath('spec', 'jobTemplate', 'spec')

function templateOf({ spec }: CronJob) {
  return spec?.jobTemplate?.spec?.template
}

/** How a CronJob behaves in a registry. */
export const cronJobStrategy: KindStrategy<CronJob> = {
  type: CronJob,
  declared: { rules: batchDeclared },
  prepareForCreate(job, context) {
    job.status = {}
    ensureMetadata(job).generation = 1
    dropDisabledJobFields(job.spec?.jobTemplate?.spec, undefined, context)
    prepareTemplate(templateOf(job), undefined, context)
  },
  prepareForUpdate(job, old, context) {
    keepField(job, old, 'status')
    dropDisabledJobFields(job.spec?.jobTemplate?.spec, old.spec?.jobTemplate?.spec, context)
    prepareTemplate(templateOf(job), templateOf(old), context)
    raiseGeneration(job, old, ['spec'])
  },
  validate: (job, context) => validateCronJob(job, templateOptions(context)),
  validateUpdate: (job, old, context) => validateCronJobUpdate(job, old, templateOptions(context, templateOf(old))),
  warningsOnCreate: (job) => [...nameAdvice(job), ...warningsForJobSpec(job.spec?.jobTemplate?.spec, path)],
  warningsOnUpdate(job, old) {
    const same = sameGeneration(job, old)
    const warnings = same ? [] : warningsForJobSpec(job.spec?.jobTemplate?.spec, path)
    if (!job.spec?.schedule?.includes('TZ')) return warnings
    const advice =
      'cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details'
    return [...warnings, advice]
  },
  defaultGarbageCollection: ({ apiVersion }) => (apiVersion === 'batch/v1beta1' ? 'orphan' : 'background'),
  resetFields: { 'batch/v1': [['status']], 'batch/v1beta1': [['status']] },
  subresources: {
    status: {
      prepareForUpdate: (job, old) => keepField(job, old, 'spec'),
      validateUpdate: () => [],
      resetFields: { 'batch/v1': [['spec']], 'batch/v1beta1': [['spec']] },
    },
  },
}
