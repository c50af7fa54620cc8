import type { KindDeclaration } from '../../kind-declaration.js'

export const apiGroupDiscovery: KindDeclaration = {
  kind: 'APIGroupDiscovery',
  sameVersions: ['v2', 'v2beta1'],
}
