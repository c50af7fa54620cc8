import type { ConversionRegistrar } from '../../conversion/conversion-registrar.js'
import { recastWith } from '../../conversion/recast.js'
import { addSameKinds } from '../../conversion/same-kinds.js'
import * as v1 from '../v1/types.gen.js'
import * as v1alpha1 from '../v1alpha1/types.gen.js'
import * as v1beta1 from '../v1beta1/types.gen.js'

/** Registers the conversions of RuntimeClass. */
export function addRuntimeClassConversions(scheme: ConversionRegistrar): void {
  addSameKinds(scheme, v1.RuntimeClass, v1beta1.RuntimeClass)
  scheme.addConversion(v1alpha1.RuntimeClass, v1.RuntimeClass, (from) => {
    const { runtimeHandler: handler = '', overhead, scheduling } = from.spec ?? {}
    return recastWith(from, v1.RuntimeClass, { spec: undefined, handler, overhead, scheduling })
  })
  scheme.addConversion(v1.RuntimeClass, v1alpha1.RuntimeClass, (from) => {
    const { handler: runtimeHandler = '', overhead, scheduling } = from
    const spec = { runtimeHandler, ...(overhead && { overhead }), ...(scheduling && { scheduling }) }
    const dropped = { handler: undefined, overhead: undefined, scheduling: undefined }
    return recastWith(from, v1alpha1.RuntimeClass, { ...dropped, spec })
  })
}
