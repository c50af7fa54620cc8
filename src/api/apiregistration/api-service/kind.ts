import type { KindDeclaration } from '../../kind-declaration.js'

export const apiService: KindDeclaration = {
  kind: 'APIService',
  sameVersions: ['v1', 'v1beta1'],
  storage: { prefix: 'apiregistration.k8s.io/apiservices' },
}
