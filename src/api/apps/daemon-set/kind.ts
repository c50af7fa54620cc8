import type { KindDeclaration } from '../../kind-declaration.js'

export const daemonSet: KindDeclaration = {
  kind: 'DaemonSet',
  deprecations: { v1beta2: [9, 16, 'apps/v1 DaemonSet'] },
  storage: {},
}
