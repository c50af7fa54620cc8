import type { KindDeclaration } from '../../kind-declaration.js'

export const scale: KindDeclaration = {
  kind: 'Scale',
  deprecations: { v1beta1: [8, 16, 'autoscaling/v1 Scale'], v1beta2: [9, 16, 'autoscaling/v1 Scale'] },
}
