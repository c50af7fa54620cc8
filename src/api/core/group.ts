import type { GroupDeclaration } from '../kind-declaration.js'

/** How kube-apiserver 1.36 has `v1`. */
export const core: GroupDeclaration = {
  priority: 18000,
  served: ['v1'],
  versionPriorities: { v1: 1 },
  storageVersion: 'v1',
}
