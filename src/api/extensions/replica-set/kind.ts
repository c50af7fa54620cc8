import type { KindDeclaration } from '../../kind-declaration.js'

/** ReplicaSet of `extensions`. */
export const replicaSet: KindDeclaration = {
  kind: 'ReplicaSet',
  deprecations: { v1beta1: [8, 16, 'apps/v1 ReplicaSet'] },
}
