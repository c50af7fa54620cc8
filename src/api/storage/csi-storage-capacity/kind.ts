import type { KindDeclaration } from '../../kind-declaration.js'

export const csiStorageCapacity: KindDeclaration = {
  kind: 'CSIStorageCapacity',
  sameVersions: ['v1', 'v1alpha1', 'v1beta1'],
  storage: {},
}
