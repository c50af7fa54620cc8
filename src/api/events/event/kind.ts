import type { KindDeclaration } from '../../kind-declaration.js'

export const event: KindDeclaration = { kind: 'Event', storage: {} }
