import * as v2 from '../apidiscovery/v2/types.gen.js'
import * as v2beta1 from '../apidiscovery/v2beta1/types.gen.js'
import type { ConversionRegistrar } from './conversion-registrar.js'
import { addSameKinds } from './same-kinds.js'

/** Registers the conversions of `apidiscovery.k8s.io`. */
export function addApidiscoveryConversions(scheme: ConversionRegistrar): void {
  addSameKinds(scheme, v2.APIGroupDiscovery, v2beta1.APIGroupDiscovery)
}
