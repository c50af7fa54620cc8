import type { KindDeclaration } from '../../kind-declaration.js'

export const statefulSet: KindDeclaration = {
  kind: 'StatefulSet',
  deprecations: { v1beta1: [8, 16, 'apps/v1 StatefulSet'], v1beta2: [9, 16, 'apps/v1 StatefulSet'] },
  storage: {},
}
