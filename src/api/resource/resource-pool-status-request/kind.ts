import type { KindDeclaration } from '../../kind-declaration.js'

export const resourcePoolStatusRequest: KindDeclaration = {
  kind: 'ResourcePoolStatusRequest',
  deprecations: { v1alpha3: [39, 42] },
  storage: { versions: ['v1alpha3'], version: 'v1alpha3' },
}
