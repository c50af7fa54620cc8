import type { KindDeclaration } from '../../kind-declaration.js'

export const controllerRevision: KindDeclaration = {
  kind: 'ControllerRevision',
  sameVersions: ['v1', 'v1beta1', 'v1beta2'],
  deprecations: { v1beta1: [8, 16, 'apps/v1 ControllerRevision'], v1beta2: [9, 16, 'apps/v1 ControllerRevision'] },
  storage: {},
}
