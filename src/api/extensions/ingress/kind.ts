import type { KindDeclaration } from '../../kind-declaration.js'

export const ingress: KindDeclaration = {
  kind: 'Ingress',
  deprecations: { v1beta1: [14, 22, 'networking.k8s.io/v1 Ingress'] },
}
