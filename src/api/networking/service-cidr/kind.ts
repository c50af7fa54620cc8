import type { KindDeclaration } from '../../kind-declaration.js'

/** ServiceCIDR of `networking.k8s.io`. */
export const serviceCIDR: KindDeclaration = {
  kind: 'ServiceCIDR',
  sameVersions: ['v1', 'v1beta1'],
  deprecations: { v1beta1: [34, 37] },
  storage: {},
}
