import * as v1 from '../scheduling/v1/types.gen.js'
import * as v1alpha3 from '../scheduling/v1alpha3/types.gen.js'
import * as v1beta1 from '../scheduling/v1beta1/types.gen.js'
import type { ConversionRegistrar } from './conversion-registrar.js'
import { addSameKinds } from './same-kinds.js'

/** Registers the conversions of `scheduling.k8s.io`. */
export function addSchedulingConversions(scheme: ConversionRegistrar): void {
  addSameKinds(scheme, v1.PriorityClass, v1beta1.PriorityClass)
  addSameKinds(scheme, v1beta1.Workload, v1alpha3.Workload)
  addSameKinds(scheme, v1beta1.PodGroup, v1alpha3.PodGroup)
}
