import type { KindDeclaration } from '../../kind-declaration.js'

export const csiNode: KindDeclaration = {
  kind: 'CSINode',
  sameVersions: ['v1', 'v1beta1'],
  storage: { returnsDeletedObject: true },
}
