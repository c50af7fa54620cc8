import type { KindDeclaration } from '../../kind-declaration.js'

export const ingress: KindDeclaration = {
  kind: 'Ingress',
  storage: { prefix: 'ingress' },
}
