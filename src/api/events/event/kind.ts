import type { KindDeclaration } from '../../kind-declaration.js'

/** Event of `events.k8s.io`. */
export const event: KindDeclaration = { kind: 'Event', deprecations: { v1beta1: [22, 25] }, storage: {} }
