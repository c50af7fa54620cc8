import type { GroupDeclaration } from '../kind-declaration.js'

/** How kube-apiserver 1.36 has `autoscaling`. */
export const autoscaling: GroupDeclaration = {
  priority: 17500,
  served: ['v2', 'v1'],
  versionPriorities: { v2: 30, v1: 15 },
  storageVersion: 'v2',
}
