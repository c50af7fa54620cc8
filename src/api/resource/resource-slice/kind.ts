import type { KindDeclaration } from '../../kind-declaration.js'

export const resourceSlice: KindDeclaration = {
  kind: 'ResourceSlice',
  deprecations: { v1beta1: [35, 38], v1beta2: [36, 39] },
  storage: { versions: ['v1', 'v1beta2', 'v1beta1'], returnsDeletedObject: true },
}
