import type { KindDeclaration } from '../../kind-declaration.js'

export const volumeAttributesClass: KindDeclaration = {
  kind: 'VolumeAttributesClass',
  sameVersions: ['v1', 'v1alpha1', 'v1beta1'],
  storage: { returnsDeletedObject: true },
}
