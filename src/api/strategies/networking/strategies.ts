import { ingressStrategy } from '../../networking/ingress/strategy.js'
import { ingressClassStrategy } from '../../networking/ingress-class/strategy.js'
import { ipAddressStrategy } from '../../networking/ip-address/strategy.js'
import { networkPolicyStrategy } from '../../networking/network-policy/strategy.js'
import { serviceCIDRStrategy } from '../../networking/service-cidr/strategy.js'
import type { KindStrategy } from '../kind-strategy.js'

/** How the kinds of `networking.k8s.io` behave in a registry. */
export const strategies: readonly KindStrategy[] = [
  ingressStrategy,
  ingressClassStrategy,
  ipAddressStrategy,
  networkPolicyStrategy,
  serviceCIDRStrategy,
]
