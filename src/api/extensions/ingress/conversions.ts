import type { ConversionRegistrar } from '../../conversion/conversion-registrar.js'
import { recast, recastWith } from '../../conversion/recast.js'
import { newIngressSpec, oldIngressSpec } from '../../networking/ingress/conversions.js'
import * as networking from '../../networking/v1/types.gen.js'
import { Ingress as NetworkingIngressV1beta1 } from '../../networking/v1beta1/types.gen.js'
import * as v1beta1 from '../v1beta1/types.gen.js'

/** Registers the conversions of Ingress. */
export function addIngressConversions(scheme: ConversionRegistrar): void {
  scheme.addConversion(v1beta1.Ingress, networking.Ingress, (from) =>
    recastWith(from, networking.Ingress, { spec: newIngressSpec(from.spec) }),
  )
  scheme.addConversion(networking.Ingress, v1beta1.Ingress, (from) =>
    recastWith(from, v1beta1.Ingress, { spec: oldIngressSpec(from.spec) }),
  )
  scheme.addConversion(v1beta1.Ingress, NetworkingIngressV1beta1, (from) => recast(from, NetworkingIngressV1beta1))
  scheme.addConversion(NetworkingIngressV1beta1, v1beta1.Ingress, (from) => recast(from, v1beta1.Ingress))
}
