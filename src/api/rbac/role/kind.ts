import type { KindDeclaration } from '../../kind-declaration.js'

export const role: KindDeclaration = {
  kind: 'Role',
  sameVersions: ['v1', 'v1beta1', 'v1alpha1'],
  storage: {},
}

export const clusterRole: KindDeclaration = {
  kind: 'ClusterRole',
  sameVersions: ['v1', 'v1beta1', 'v1alpha1'],
  storage: {},
}
