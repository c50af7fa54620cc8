import type { ConversionRegistrar } from '../../conversion/conversion-registrar.js'
import { addFieldLabels } from '../../conversion/field-labels.js'
import { recastWith } from '../../conversion/recast.js'
import { podTemplateForm } from '../../core/pod-template/pod-forms.js'
import * as v1 from '../v1/types.gen.js'

/** Registers the conversions of Job. */
export function addJobConversions(scheme: ConversionRegistrar): void {
  scheme.addHub(v1.Job)
  scheme.addConversion(v1.Job, v1.Job, (from) => recastWith(from, v1.Job, { spec: jobSpecForm(from.spec) }))
  addFieldLabels(scheme, {
    types: [v1.Job],
    labels: ['metadata.name', 'metadata.namespace', 'status.successful'],
    refusal: (label) => `field label "${label}" not supported for Job`,
  })
}

export function jobSpecForm(spec: v1.JobSpec | undefined): v1.JobSpec | undefined {
  return spec?.template ? { ...spec, template: podTemplateForm(spec.template) } : spec
}
