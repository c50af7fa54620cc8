import type { KindDeclaration } from '../../kind-declaration.js'

export const apiService: KindDeclaration = {
  kind: 'APIService',
  sameVersions: ['v1', 'v1beta1'],
  deprecations: { v1beta1: [19, 22, 'apiregistration.k8s.io/v1 APIService'] },
  storage: { prefix: 'apiregistration.k8s.io/apiservices' },
}
