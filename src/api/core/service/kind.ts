import type { KindDeclaration } from '../../kind-declaration.js'

export const service: KindDeclaration = {
  kind: 'Service',
  storage: { prefix: 'services/specs', returnsDeletedObject: true },
}
