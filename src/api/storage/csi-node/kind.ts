import type { KindDeclaration } from '../../kind-declaration.js'

export const csiNode: KindDeclaration = {
  kind: 'CSINode',
  sameVersions: ['v1', 'v1beta1'],
  deprecations: { v1beta1: [17, 22, 'storage.k8s.io/v1 CSINode'] },
  storage: { versions: ['v1'], returnsDeletedObject: true },
}
