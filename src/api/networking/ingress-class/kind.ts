import type { KindDeclaration } from '../../kind-declaration.js'

export const ingressClass: KindDeclaration = {
  kind: 'IngressClass',
  sameVersions: ['v1', 'v1beta1'],
  storage: {},
}
