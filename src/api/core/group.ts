import type { GroupDeclaration } from '../kind-declaration.js'

/** How kube-apiserver 1.36 has `v1`. */
export const core: GroupDeclaration = {
  priority: 18000,
  versions: [{ version: 'v1', byDefault: true }],
  versionPriorities: { v1: 1 },
  storageVersion: 'v1',
}
