import * as v1 from '../apiregistration/v1/types.gen.js'
import * as v1beta1 from '../apiregistration/v1beta1/types.gen.js'
import type { ConversionRegistrar } from './conversion-registrar.js'
import { addSameKinds } from './same-kinds.js'

/** Registers the conversions of `apiregistration.k8s.io`. */
export function addApiregistrationConversions(scheme: ConversionRegistrar): void {
  addSameKinds(scheme, v1.APIService, v1beta1.APIService)
}
