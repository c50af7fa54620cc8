import type { KindDeclaration } from '../../kind-declaration.js'

export const controllerRevision: KindDeclaration = {
  kind: 'ControllerRevision',
  sameVersions: ['v1', 'v1beta1', 'v1beta2'],
  storage: {},
}
