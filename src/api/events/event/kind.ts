import type { KindDeclaration } from '../../kind-declaration.js'

export const event: KindDeclaration = { kind: 'Event', deprecations: { v1beta1: [22, 25] }, storage: {} }
