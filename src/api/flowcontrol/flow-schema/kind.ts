import type { KindDeclaration } from '../../kind-declaration.js'

export const flowSchema: KindDeclaration = {
  kind: 'FlowSchema',
  sameVersions: ['v1', 'v1beta1', 'v1beta2', 'v1beta3'],
  storage: {},
}
