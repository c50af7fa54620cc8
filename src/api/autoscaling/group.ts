import type { GroupDeclaration } from '../kind-declaration.js'

/** How kube-apiserver 1.36 has `autoscaling`. */
export const autoscaling: GroupDeclaration = {
  priority: 17500,
  versions: [
    { version: 'v2', byDefault: true },
    { version: 'v1', byDefault: true },
  ],
  versionPriorities: { v2: 30, v1: 15 },
  storageVersion: 'v2',
}
