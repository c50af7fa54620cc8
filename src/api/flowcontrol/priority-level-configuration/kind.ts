import type { KindDeclaration } from '../../kind-declaration.js'

export const priorityLevelConfiguration: KindDeclaration = {
  kind: 'PriorityLevelConfiguration',
  deprecations: {
    v1beta1: [23, 26, 'flowcontrol.apiserver.k8s.io/v1beta3 PriorityLevelConfiguration'],
    v1beta2: [26, 29, 'flowcontrol.apiserver.k8s.io/v1beta3 PriorityLevelConfiguration'],
    v1beta3: [29, 32, 'flowcontrol.apiserver.k8s.io/v1 PriorityLevelConfiguration'],
  },
  storage: {},
}
