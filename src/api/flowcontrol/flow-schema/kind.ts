import type { KindDeclaration } from '../../kind-declaration.js'

export const flowSchema: KindDeclaration = {
  kind: 'FlowSchema',
  sameVersions: ['v1', 'v1beta1', 'v1beta2', 'v1beta3'],
  deprecations: {
    v1beta1: [23, 26, 'flowcontrol.apiserver.k8s.io/v1beta3 FlowSchema'],
    v1beta2: [26, 29, 'flowcontrol.apiserver.k8s.io/v1beta3 FlowSchema'],
    v1beta3: [29, 32, 'flowcontrol.apiserver.k8s.io/v1 FlowSchema'],
  },
  storage: {},
}
