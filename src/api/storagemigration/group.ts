import type { GroupDeclaration } from '../kind-declaration.js'

/** How kube-apiserver 1.36 has `storagemigration.k8s.io`. */
export const storagemigration: GroupDeclaration = {
  priority: 16800,
  versions: [{ version: 'v1beta1', byDefault: false }],
  storageVersion: 'v1beta1',
}
