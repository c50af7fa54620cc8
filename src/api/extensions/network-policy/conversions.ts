import type { ConversionRegistrar } from '../../conversion/conversion-registrar.js'
import { recast } from '../../conversion/recast.js'
import * as networking from '../../networking/v1/types.gen.js'
import * as v1beta1 from '../v1beta1/types.gen.js'

/** Registers the conversions of NetworkPolicy. */
export function addNetworkPolicyConversions(scheme: ConversionRegistrar): void {
  scheme.addConversion(v1beta1.NetworkPolicy, networking.NetworkPolicy, (from) =>
    recast(from, networking.NetworkPolicy),
  )
  scheme.addConversion(networking.NetworkPolicy, v1beta1.NetworkPolicy, (from) => recast(from, v1beta1.NetworkPolicy))
}
