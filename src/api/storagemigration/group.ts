import type { GroupDeclaration } from '../kind-declaration.js'

/** How kube-apiserver 1.36 has `storagemigration.k8s.io`. */
export const storagemigration: GroupDeclaration = {
  priority: 16800,
  served: [],
  onRequest: ['v1beta1'],
  storageVersion: 'v1beta1',
}
