import type { KindDeclaration } from '../../kind-declaration.js'

export const endpoints: KindDeclaration = {
  kind: 'Endpoints',
  storage: { prefix: 'services/endpoints' },
}
