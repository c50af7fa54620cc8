import type { ConversionRegistrar } from '../../conversion/conversion-registrar.js'
import { recastWith } from '../../conversion/recast.js'
import { addSameKinds } from '../../conversion/same-kinds.js'
import { newClaimSpec, oldClaimSpec } from '../device/device-requests.js'
import * as v1 from '../v1/types.gen.js'
import * as v1beta1 from '../v1beta1/types.gen.js'
import * as v1beta2 from '../v1beta2/types.gen.js'

/** Registers the conversions of ResourceClaimTemplate. */
export function addResourceClaimTemplateConversions(scheme: ConversionRegistrar): void {
  addSameKinds(scheme, v1.ResourceClaimTemplate, v1beta2.ResourceClaimTemplate)
  scheme.addConversion(v1beta1.ResourceClaimTemplate, v1.ResourceClaimTemplate, (from) => {
    const spec = from.spec && { ...from.spec, spec: newClaimSpec(from.spec.spec) }
    return recastWith(from, v1.ResourceClaimTemplate, { spec })
  })
  scheme.addConversion(v1.ResourceClaimTemplate, v1beta1.ResourceClaimTemplate, (from) => {
    const spec = from.spec && { ...from.spec, spec: oldClaimSpec(from.spec.spec) }
    return recastWith(from, v1beta1.ResourceClaimTemplate, { spec })
  })
}
