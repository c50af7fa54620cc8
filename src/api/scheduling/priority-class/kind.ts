import type { KindDeclaration } from '../../kind-declaration.js'

export const priorityClass: KindDeclaration = {
  kind: 'PriorityClass',
  sameVersions: ['v1', 'v1beta1'],
  storage: {},
}
