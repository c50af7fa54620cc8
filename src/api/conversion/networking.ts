import { newIngressSpec, oldIngressSpec } from '../networking/ingress/conversions.js'
import * as v1 from '../networking/v1/types.gen.js'
import * as v1beta1 from '../networking/v1beta1/types.gen.js'
import type { ConversionRegistrar } from './conversion-registrar.js'
import { recastWith } from './recast.js'
import { addSameKinds } from './same-kinds.js'

/** Registers the conversions of `networking.k8s.io`. */
export function addNetworkingConversions(scheme: ConversionRegistrar): void {
  addSameKinds(scheme, v1.IngressClass, v1beta1.IngressClass)
  addSameKinds(scheme, v1.IPAddress, v1beta1.IPAddress)
  addSameKinds(scheme, v1.ServiceCIDR, v1beta1.ServiceCIDR)
  scheme.addHub(v1.NetworkPolicy)
  scheme.addHub(v1.Ingress)
  scheme.addConversion(v1beta1.Ingress, v1.Ingress, (from) =>
    recastWith(from, v1.Ingress, { spec: newIngressSpec(from.spec) }),
  )
  scheme.addConversion(v1.Ingress, v1beta1.Ingress, (from) =>
    recastWith(from, v1beta1.Ingress, { spec: oldIngressSpec(from.spec) }),
  )
}
