import type { GroupDeclaration } from '../kind-declaration.js'

/** How kube-apiserver 1.36 has `flowcontrol.apiserver.k8s.io`. */
export const flowcontrol: GroupDeclaration = {
  priority: 16100,
  served: ['v1'],
  versionPriorities: { v1: 21 },
  storageVersion: 'v1',
}
