import type { KindDeclaration } from '../../kind-declaration.js'

export const resourceSlice: KindDeclaration = {
  kind: 'ResourceSlice',
  storage: { versions: ['v1', 'v1beta2', 'v1beta1'], returnsDeletedObject: true },
}
