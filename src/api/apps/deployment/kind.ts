import type { KindDeclaration } from '../../kind-declaration.js'

export const deployment: KindDeclaration = {
  kind: 'Deployment',
  deprecations: { v1beta1: [8, 16, 'apps/v1 Deployment'], v1beta2: [9, 16, 'apps/v1 Deployment'] },
  storage: {},
}
