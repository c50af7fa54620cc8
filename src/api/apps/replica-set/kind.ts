import type { KindDeclaration } from '../../kind-declaration.js'

export const replicaSet: KindDeclaration = {
  kind: 'ReplicaSet',
  storage: {},
}
