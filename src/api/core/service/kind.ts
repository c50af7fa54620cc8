import type { KindDeclaration } from '../../kind-declaration.js'

/** Service of `v1`. */
export const service: KindDeclaration = {
  kind: 'Service',
  storage: { prefix: 'services/specs', returnsDeletedObject: true },
}
