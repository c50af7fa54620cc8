import type { KindDeclaration } from '../../kind-declaration.js'

export const horizontalPodAutoscaler: KindDeclaration = { kind: 'HorizontalPodAutoscaler', storage: {} }
