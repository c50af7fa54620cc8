import type { KindDeclaration } from '../../kind-declaration.js'

export const volumeAttachment: KindDeclaration = {
  kind: 'VolumeAttachment',
  sameVersions: ['v1', 'v1alpha1', 'v1beta1'],
  deprecations: {
    v1alpha1: [21, 24, 'storage.k8s.io/v1 VolumeAttachment'],
    v1beta1: [19, 22, 'storage.k8s.io/v1 VolumeAttachment'],
  },
  storage: { versions: ['v1'], returnsDeletedObject: true },
}
