import type { KindDeclaration } from '../../kind-declaration.js'

export const replicationController: KindDeclaration = {
  kind: 'ReplicationController',
  storage: { prefix: 'controllers' },
}
