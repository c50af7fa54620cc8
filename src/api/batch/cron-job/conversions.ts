import type { ConversionRegistrar } from '../../conversion/conversion-registrar.js'
import { addFieldLabels } from '../../conversion/field-labels.js'
import { recastWith } from '../../conversion/recast.js'
import { addSameKinds } from '../../conversion/same-kinds.js'
import { jobSpecForm } from '../job/conversions.js'
import * as v1 from '../v1/types.gen.js'
import * as v1beta1 from '../v1beta1/types.gen.js'

/** Registers the conversions of CronJob. */
export function addCronJobConversions(scheme: ConversionRegistrar): void {
  addSameKinds(scheme, v1.CronJob, v1beta1.CronJob)
  scheme.addConversion(v1.CronJob, v1.CronJob, (from) => {
    const template = from.spec?.jobTemplate
    if (!template?.spec) return from
    const jobTemplate = { ...template, spec: jobSpecForm(template.spec) }
    return recastWith(from, v1.CronJob, { spec: { ...from.spec, jobTemplate } })
  })
  addFieldLabels(scheme, {
    types: [v1beta1.CronJob],
    labels: ['metadata.name', 'metadata.namespace', 'status.successful'],
    refusal: (label) => `field label "${label}" not supported for "CronJob"`,
  })
}
