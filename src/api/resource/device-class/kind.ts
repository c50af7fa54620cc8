import type { KindDeclaration } from '../../kind-declaration.js'

export const deviceClass: KindDeclaration = {
  kind: 'DeviceClass',
  sameVersions: ['v1', 'v1beta1', 'v1beta2'],
  storage: { returnsDeletedObject: true },
}
