import type { KindDeclaration } from '../../kind-declaration.js'

export const csiDriver: KindDeclaration = {
  kind: 'CSIDriver',
  sameVersions: ['v1', 'v1beta1'],
  deprecations: { v1beta1: [19, 22, 'storage.k8s.io/v1 CSIDriver'] },
  storage: { versions: ['v1'], returnsDeletedObject: true },
}
