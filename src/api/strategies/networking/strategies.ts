import type { KindStrategy } from '../kind-strategy.js'
import { ingressStrategy } from './ingress.js'
import { ingressClassStrategy } from './ingress-class.js'
import { ipAddressStrategy } from './ip-address.js'
import { networkPolicyStrategy } from './network-policy.js'
import { serviceCIDRStrategy } from './service-cidr.js'

/** How the kinds of `networking.k8s.io` behave in a registry. */
export const strategies: readonly KindStrategy[] = [
  ingressStrategy,
  ingressClassStrategy,
  ipAddressStrategy,
  networkPolicyStrategy,
  serviceCIDRStrategy,
]
