import type { GroupDeclaration } from '../kind-declaration.js'

/** How kube-apiserver 1.36 has `batch`. */
export const batch: GroupDeclaration = {
  priority: 17400,
  versions: [{ version: 'v1', byDefault: true }],
  storageVersion: 'v1',
}
