import type { KindDeclaration } from '../../kind-declaration.js'

export const lease: KindDeclaration = {
  kind: 'Lease',
  sameVersions: ['v1', 'v1beta1'],
  storage: {},
}
