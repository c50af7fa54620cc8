import type { KindDeclaration } from '../../kind-declaration.js'

export const replicaSet: KindDeclaration = {
  kind: 'ReplicaSet',
  deprecations: { v1beta2: [9, 16, 'apps/v1 ReplicaSet'] },
  storage: {},
}
