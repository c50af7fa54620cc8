import type { KindDeclaration } from '../../kind-declaration.js'

/** HorizontalPodAutoscaler of `autoscaling`. */
export const horizontalPodAutoscaler: KindDeclaration = { kind: 'HorizontalPodAutoscaler', storage: {} }
