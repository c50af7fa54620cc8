import type { KindDeclaration } from '../../kind-declaration.js'

export const networkPolicy: KindDeclaration = {
  kind: 'NetworkPolicy',
  sameVersions: ['v1'],
  storage: {},
}
