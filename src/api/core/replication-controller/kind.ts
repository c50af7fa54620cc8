import type { KindDeclaration } from '../../kind-declaration.js'

/** ReplicationController of `v1`. */
export const replicationController: KindDeclaration = {
  kind: 'ReplicationController',
  storage: { prefix: 'controllers' },
}
