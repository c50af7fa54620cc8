import type { KindDeclaration } from '../../kind-declaration.js'

export const leaseCandidate: KindDeclaration = {
  kind: 'LeaseCandidate',
  sameVersions: ['v1beta1', 'v1alpha2'],
  storage: {},
}
