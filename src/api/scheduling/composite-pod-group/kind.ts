import type { KindDeclaration } from '../../kind-declaration.js'

/** CompositePodGroup of `scheduling.k8s.io`. */
export const compositePodGroup: KindDeclaration = { kind: 'CompositePodGroup' }
