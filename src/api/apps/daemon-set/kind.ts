import type { KindDeclaration } from '../../kind-declaration.js'

export const daemonSet: KindDeclaration = {
  kind: 'DaemonSet',
  storage: {},
}
