import type { KindDeclaration } from '../../kind-declaration.js'

export const podDisruptionBudget: KindDeclaration = {
  kind: 'PodDisruptionBudget',
  deprecations: { v1beta1: [21, 25, 'policy/v1 PodDisruptionBudget'] },
  storage: {},
}
