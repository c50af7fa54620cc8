import type { KindDeclaration } from '../../kind-declaration.js'

export const networkPolicy: KindDeclaration = {
  kind: 'NetworkPolicy',
  deprecations: { v1beta1: [9, 16, 'networking.k8s.io/v1 NetworkPolicy'] },
}
