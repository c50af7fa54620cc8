import type { KindDeclaration } from '../../kind-declaration.js'

/** PriorityClass of `scheduling.k8s.io`. */
export const priorityClass: KindDeclaration = {
  kind: 'PriorityClass',
  sameVersions: ['v1', 'v1beta1'],
  deprecations: { v1beta1: [14, 22, 'scheduling.k8s.io/v1 PriorityClass'] },
  storage: {},
}
