import type { KindDeclaration } from '../../kind-declaration.js'

export const podDisruptionBudget: KindDeclaration = {
  kind: 'PodDisruptionBudget',
  storage: {},
}
