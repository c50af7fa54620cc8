import type { ConversionRegistrar } from '../../conversion/conversion-registrar.js'
import { addFieldLabels } from '../../conversion/field-labels.js'
import { podForm } from '../pod-template/pod-forms.js'
import * as v1 from '../v1/types.gen.js'

export const ofMetadata: readonly string[] = ['metadata.name', 'metadata.namespace']

/** Registers the conversions of Pod. */
export function addPodConversions(scheme: ConversionRegistrar): void {
  scheme.addConversion(v1.Pod, v1.Pod, (from) => podForm(from, v1.Pod))
  addFieldLabels(scheme, {
    types: [v1.Pod],
    labels: [
      ...ofMetadata,
      'spec.nodeName',
      'spec.restartPolicy',
      'spec.schedulerName',
      'spec.serviceAccountName',
      'spec.hostNetwork',
      'status.phase',
      'status.podIP',
      'status.podIPs',
      'status.nominatedNodeName',
    ],
    renamed: { 'spec.host': 'spec.nodeName' },
  })
}
