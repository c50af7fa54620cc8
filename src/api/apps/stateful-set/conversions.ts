import type { ConversionRegistrar } from '../../conversion/conversion-registrar.js'
import { addFieldLabels } from '../../conversion/field-labels.js'
import { recast } from '../../conversion/recast.js'
import { addSameKinds } from '../../conversion/same-kinds.js'
import { podTemplateForm } from '../../core/pod-template/pod-forms.js'
import * as v1 from '../v1/types.gen.js'
import * as v1beta1 from '../v1beta1/types.gen.js'
import * as v1beta2 from '../v1beta2/types.gen.js'

/** Registers the conversions of StatefulSet. */
export function addStatefulSetConversions(scheme: ConversionRegistrar): void {
  addSameKinds(scheme, v1.StatefulSet, v1beta1.StatefulSet, v1beta2.StatefulSet)
  scheme.addConversion(v1.StatefulSet, v1.StatefulSet, statefulSetForm)
  for (const type of [v1beta1.StatefulSet, v1beta2.StatefulSet]) {
    const { version } = type.groupVersionKind
    addFieldLabels(scheme, {
      types: [type],
      labels: ['metadata.name', 'metadata.namespace', 'status.successful'],
      refusal: (label) => `field label not supported for apps${version}.StatefulSet: ${label}`,
    })
  }
}

/** Claims in a stateful set declare their kind. */
function statefulSetForm(from: v1.StatefulSet): v1.StatefulSet {
  if (!from.spec) return from
  const form = recast(from, v1.StatefulSet)
  const { volumeClaimTemplates: claims, template } = from.spec
  form.spec = { ...from.spec, template: podTemplateForm(template) }
  if (claims) {
    const facts = { kind: 'PersistentVolumeClaim', apiVersion: 'v1' }
    form.spec.volumeClaimTemplates = claims.map((claim) => ({ ...claim, ...facts }))
  }
  return form
}
