import type { ConversionRegistrar } from '../../conversion/conversion-registrar.js'
import { recastWith } from '../../conversion/recast.js'
import { addSameKinds } from '../../conversion/same-kinds.js'
import { podTemplateForm } from '../../core/pod-template/pod-forms.js'
import * as v1 from '../v1/types.gen.js'
import * as v1beta2 from '../v1beta2/types.gen.js'

/** Registers the conversions of ReplicaSet. */
export function addReplicaSetConversions(scheme: ConversionRegistrar): void {
  addSameKinds(scheme, v1.ReplicaSet, v1beta2.ReplicaSet)
  scheme.addConversion(v1.ReplicaSet, v1.ReplicaSet, (from) => {
    const { spec } = from
    return spec
      ? recastWith(from, v1.ReplicaSet, { spec: { ...spec, template: podTemplateForm(spec.template) } })
      : from
  })
}
