import type { KindDeclaration } from '../../kind-declaration.js'

export const priorityLevelConfiguration: KindDeclaration = {
  kind: 'PriorityLevelConfiguration',
  storage: {},
}
