import type { KindDeclaration } from '../../kind-declaration.js'

export const statefulSet: KindDeclaration = {
  kind: 'StatefulSet',
  storage: {},
}
