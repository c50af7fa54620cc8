import type { KindDeclaration } from '../../kind-declaration.js'

export const ingressClass: KindDeclaration = {
  kind: 'IngressClass',
  sameVersions: ['v1', 'v1beta1'],
  deprecations: { v1beta1: [19, 22, 'networking.k8s.io/v1 IngressClassList'] },
  storage: { versions: ['v1'] },
}
