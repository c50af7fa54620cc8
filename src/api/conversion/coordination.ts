import * as v1 from '../coordination/v1/types.gen.js'
import * as v1alpha2 from '../coordination/v1alpha2/types.gen.js'
import * as v1beta1 from '../coordination/v1beta1/types.gen.js'
import type { ConversionRegistrar } from './conversion-registrar.js'
import { addSameKinds } from './same-kinds.js'

/** Registers the conversions of `coordination.k8s.io`. */
export function addCoordinationConversions(scheme: ConversionRegistrar): void {
  addSameKinds(scheme, v1.Lease, v1beta1.Lease)
  addSameKinds(scheme, v1beta1.LeaseCandidate, v1alpha2.LeaseCandidate)
}
