import type { KindDeclaration } from '../../kind-declaration.js'

export const ingress: KindDeclaration = {
  kind: 'Ingress',
  deprecations: { v1beta1: [19, 22, 'networking.k8s.io/v1 Ingress'] },
  storage: { versions: ['v1'], prefix: 'ingress' },
}
