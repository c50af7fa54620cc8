import type { KindDeclaration } from '../../kind-declaration.js'

export const workload: KindDeclaration = {
  kind: 'Workload',
  sameVersions: ['v1beta1', 'v1alpha3'],
  storage: { versions: ['v1beta1', 'v1alpha3'] },
}
