import type { ConversionRegistrar } from '../../conversion/conversion-registrar.js'
import { recastWith } from '../../conversion/recast.js'
import * as v1 from '../v1/types.gen.js'
import { podTemplateForm } from './pod-forms.js'

/** Registers the conversions of PodTemplate. */
export function addPodTemplateConversions(scheme: ConversionRegistrar): void {
  scheme.addConversion(v1.PodTemplate, v1.PodTemplate, (from) =>
    recastWith(from, v1.PodTemplate, { template: podTemplateForm(from.template) }),
  )
}
