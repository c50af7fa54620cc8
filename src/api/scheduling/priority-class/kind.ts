import type { KindDeclaration } from '../../kind-declaration.js'

export const priorityClass: KindDeclaration = {
  kind: 'PriorityClass',
  sameVersions: ['v1', 'v1beta1'],
  deprecations: { v1beta1: [14, 22, 'scheduling.k8s.io/v1 PriorityClass'] },
  storage: {},
}
