import type { KindDeclaration } from '../../kind-declaration.js'

export const deployment: KindDeclaration = {
  kind: 'Deployment',
}
