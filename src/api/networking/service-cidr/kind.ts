import type { KindDeclaration } from '../../kind-declaration.js'

export const serviceCIDR: KindDeclaration = {
  kind: 'ServiceCIDR',
  sameVersions: ['v1', 'v1beta1'],
  storage: {},
}
