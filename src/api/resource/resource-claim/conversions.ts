import type { ConversionRegistrar } from '../../conversion/conversion-registrar.js'
import { recastWith } from '../../conversion/recast.js'
import { addSameKinds } from '../../conversion/same-kinds.js'
import { newClaimSpec, oldClaimSpec } from '../device/device-requests.js'
import * as v1 from '../v1/types.gen.js'
import * as v1beta1 from '../v1beta1/types.gen.js'
import * as v1beta2 from '../v1beta2/types.gen.js'

/** Registers the conversions of ResourceClaim. */
export function addResourceClaimConversions(scheme: ConversionRegistrar): void {
  addSameKinds(scheme, v1.ResourceClaim, v1beta2.ResourceClaim)
  scheme.addConversion(v1beta1.ResourceClaim, v1.ResourceClaim, (from) =>
    recastWith(from, v1.ResourceClaim, { spec: newClaimSpec(from.spec) }),
  )
  scheme.addConversion(v1.ResourceClaim, v1beta1.ResourceClaim, (from) =>
    recastWith(from, v1beta1.ResourceClaim, { spec: oldClaimSpec(from.spec) }),
  )
}
