import * as v1 from '../batch/v1/types.gen.js'
import * as v1beta1 from '../batch/v1beta1/types.gen.js'
import { podTemplateForm } from '../core/pod-template/pod-forms.js'
import type { ConversionRegistrar } from './conversion-registrar.js'
import { addFieldLabels } from './field-labels.js'
import { recastWith } from './recast.js'
import { addSameKinds } from './same-kinds.js'

/** Registers the conversions of `batch`. */
export function addBatchConversions(scheme: ConversionRegistrar): void {
  addSameKinds(scheme, v1.CronJob, v1beta1.CronJob)
  scheme.addHub(v1.Job)
  scheme.addConversion(v1.Job, v1.Job, (from) => recastWith(from, v1.Job, { spec: jobSpecForm(from.spec) }))
  scheme.addConversion(v1.CronJob, v1.CronJob, (from) => {
    const template = from.spec?.jobTemplate
    if (!template?.spec) return from
    const jobTemplate = { ...template, spec: jobSpecForm(template.spec) }
    return recastWith(from, v1.CronJob, { spec: { ...from.spec, jobTemplate } })
  })
  addFieldLabels(scheme, {
    types: [v1.Job],
    labels: ['metadata.name', 'metadata.namespace', 'status.successful'],
    refusal: (label) => `field label "${label}" not supported for Job`,
  })
  addFieldLabels(scheme, {
    types: [v1beta1.CronJob],
    labels: ['metadata.name', 'metadata.namespace', 'status.successful'],
    refusal: (label) => `field label "${label}" not supported for "CronJob"`,
  })
}

function jobSpecForm(spec: v1.JobSpec | undefined): v1.JobSpec | undefined {
  return spec?.template ? { ...spec, template: podTemplateForm(spec.template) } : spec
}
