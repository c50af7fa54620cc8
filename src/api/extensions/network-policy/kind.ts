import type { KindDeclaration } from '../../kind-declaration.js'

/** NetworkPolicy of `extensions`. */
export const networkPolicy: KindDeclaration = {
  kind: 'NetworkPolicy',
  deprecations: { v1beta1: [9, 16, 'networking.k8s.io/v1 NetworkPolicy'] },
}
