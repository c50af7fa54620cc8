import type { ConversionRegistrar } from '../../conversion/conversion-registrar.js'
import { addFieldLabels } from '../../conversion/field-labels.js'
import { recastWith } from '../../conversion/recast.js'
import { addSameKinds } from '../../conversion/same-kinds.js'
import * as v1 from '../v1/types.gen.js'
import * as v1beta1 from '../v1beta1/types.gen.js'
import * as v1beta2 from '../v1beta2/types.gen.js'
import { newSliceSpec, oldSliceSpec } from './devices.js'

/** Registers the conversions of ResourceSlice. */
export function addResourceSliceConversions(scheme: ConversionRegistrar): void {
  addSameKinds(scheme, v1.ResourceSlice, v1beta2.ResourceSlice)
  scheme.addConversion(v1beta1.ResourceSlice, v1.ResourceSlice, (from) =>
    recastWith(from, v1.ResourceSlice, { spec: newSliceSpec(from.spec) }),
  )
  scheme.addConversion(v1.ResourceSlice, v1beta1.ResourceSlice, (from) =>
    recastWith(from, v1beta1.ResourceSlice, { spec: oldSliceSpec(from.spec) }),
  )
  addFieldLabels(scheme, {
    types: [v1.ResourceSlice, v1beta1.ResourceSlice, v1beta2.ResourceSlice],
    labels: ['metadata.name', 'spec.nodeName', 'spec.driver'],
    refusal: (label, { groupVersionKind }) => `field label not supported for ${groupVersionKind}: ${label}`,
  })
}
