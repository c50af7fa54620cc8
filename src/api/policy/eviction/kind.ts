import type { KindDeclaration } from '../../kind-declaration.js'

export const eviction: KindDeclaration = {
  kind: 'Eviction',
  sameVersions: ['v1', 'v1beta1'],
}
