import type { KindDeclaration } from '../../kind-declaration.js'

export const lease: KindDeclaration = {
  kind: 'Lease',
  sameVersions: ['v1', 'v1beta1'],
  deprecations: { v1beta1: [19, 22, 'coordination.k8s.io/v1 Lease'] },
  storage: { versions: ['v1'] },
}
