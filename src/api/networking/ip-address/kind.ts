import type { KindDeclaration } from '../../kind-declaration.js'

export const ipAddress: KindDeclaration = {
  kind: 'IPAddress',
  sameVersions: ['v1', 'v1beta1'],
  storage: {},
}
