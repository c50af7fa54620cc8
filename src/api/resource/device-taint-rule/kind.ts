import type { KindDeclaration } from '../../kind-declaration.js'

export const deviceTaintRule: KindDeclaration = {
  kind: 'DeviceTaintRule',
  sameVersions: ['v1', 'v1alpha3', 'v1beta2'],
  deprecations: { v1alpha3: [36, 39], v1beta2: [39, 42] },
  storage: { versions: ['v1beta2', 'v1alpha3'], version: 'v1beta2' },
}
