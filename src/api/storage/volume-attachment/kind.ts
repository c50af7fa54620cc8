import type { KindDeclaration } from '../../kind-declaration.js'

export const volumeAttachment: KindDeclaration = {
  kind: 'VolumeAttachment',
  sameVersions: ['v1', 'v1alpha1', 'v1beta1'],
  storage: { returnsDeletedObject: true },
}
