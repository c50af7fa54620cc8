import type { KindDeclaration } from '../../kind-declaration.js'

export const csiStorageCapacity: KindDeclaration = {
  kind: 'CSIStorageCapacity',
  sameVersions: ['v1', 'v1alpha1', 'v1beta1'],
  deprecations: {
    v1alpha1: [21, 24, 'storage.k8s.io/v1beta1 CSIStorageCapacity'],
    v1beta1: [24, 27, 'storage.k8s.io/v1 CSIStorageCapacity'],
  },
  storage: { versions: ['v1'] },
}
