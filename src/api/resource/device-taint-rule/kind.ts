import type { KindDeclaration } from '../../kind-declaration.js'

export const deviceTaintRule: KindDeclaration = {
  kind: 'DeviceTaintRule',
  sameVersions: ['v1', 'v1alpha3', 'v1beta2'],
  storage: {},
}
