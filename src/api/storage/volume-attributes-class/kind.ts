import type { KindDeclaration } from '../../kind-declaration.js'

export const volumeAttributesClass: KindDeclaration = {
  kind: 'VolumeAttributesClass',
  sameVersions: ['v1', 'v1alpha1', 'v1beta1'],
  deprecations: {
    v1alpha1: [32, 35, 'storage.k8s.io/v1 VolumeAttributesClass'],
    v1beta1: [34, 37, 'storage.k8s.io/v1 VolumeAttributesClass'],
  },
  storage: { returnsDeletedObject: true },
}
