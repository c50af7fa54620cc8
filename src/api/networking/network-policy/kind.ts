import type { KindDeclaration } from '../../kind-declaration.js'

/** NetworkPolicy of `networking.k8s.io`. */
export const networkPolicy: KindDeclaration = {
  kind: 'NetworkPolicy',
  sameVersions: ['v1'],
  storage: { versions: ['v1'] },
}
