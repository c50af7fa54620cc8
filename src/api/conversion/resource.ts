import { newClaimSpec, oldClaimSpec } from '../resource/device/device-requests.js'
import { newSliceSpec, oldSliceSpec } from '../resource/resource-slice/devices.js'
import * as v1 from '../resource/v1/types.gen.js'
import * as v1alpha3 from '../resource/v1alpha3/types.gen.js'
import * as v1beta1 from '../resource/v1beta1/types.gen.js'
import * as v1beta2 from '../resource/v1beta2/types.gen.js'
import type { ConversionRegistrar } from './conversion-registrar.js'
import { addFieldLabels } from './field-labels.js'
import { recastWith } from './recast.js'
import { addSameKinds } from './same-kinds.js'

/** Registers the conversions and field labels of `resource.k8s.io`. */
export function addResourceConversions(scheme: ConversionRegistrar): void {
  addSameKinds(scheme, v1.DeviceClass, v1beta1.DeviceClass, v1beta2.DeviceClass)
  addSameKinds(scheme, v1.DeviceTaintRule, v1alpha3.DeviceTaintRule, v1beta2.DeviceTaintRule)
  addSameKinds(scheme, v1.ResourceClaim, v1beta2.ResourceClaim)
  addSameKinds(scheme, v1.ResourceClaimTemplate, v1beta2.ResourceClaimTemplate)
  addSameKinds(scheme, v1.ResourceSlice, v1beta2.ResourceSlice)
  addOldConversions(scheme)
  addFieldLabels(scheme, {
    types: [v1.ResourceSlice, v1beta1.ResourceSlice, v1beta2.ResourceSlice],
    labels: ['metadata.name', 'spec.nodeName', 'spec.driver'],
    refusal: (label, { groupVersionKind }) => `field label not supported for ${groupVersionKind}: ${label}`,
  })
}

function addOldConversions(scheme: ConversionRegistrar): void {
  scheme.addConversion(v1beta1.ResourceClaim, v1.ResourceClaim, (from) =>
    recastWith(from, v1.ResourceClaim, { spec: newClaimSpec(from.spec) }),
  )
  scheme.addConversion(v1.ResourceClaim, v1beta1.ResourceClaim, (from) =>
    recastWith(from, v1beta1.ResourceClaim, { spec: oldClaimSpec(from.spec) }),
  )
  scheme.addConversion(v1beta1.ResourceClaimTemplate, v1.ResourceClaimTemplate, (from) => {
    const spec = from.spec && { ...from.spec, spec: newClaimSpec(from.spec.spec) }
    return recastWith(from, v1.ResourceClaimTemplate, { spec })
  })
  scheme.addConversion(v1.ResourceClaimTemplate, v1beta1.ResourceClaimTemplate, (from) => {
    const spec = from.spec && { ...from.spec, spec: oldClaimSpec(from.spec.spec) }
    return recastWith(from, v1beta1.ResourceClaimTemplate, { spec })
  })
  scheme.addConversion(v1beta1.ResourceSlice, v1.ResourceSlice, (from) =>
    recastWith(from, v1.ResourceSlice, { spec: newSliceSpec(from.spec) }),
  )
  scheme.addConversion(v1.ResourceSlice, v1beta1.ResourceSlice, (from) =>
    recastWith(from, v1beta1.ResourceSlice, { spec: oldSliceSpec(from.spec) }),
  )
}
