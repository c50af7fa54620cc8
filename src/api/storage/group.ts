import type { GroupDeclaration } from '../kind-declaration.js'

/** How kube-apiserver 1.36 has `storage.k8s.io`. */
export const storage: GroupDeclaration = {
  priority: 16800,
  served: ['v1'],
  onRequest: ['v1beta1'],
  storageVersion: 'v1',
}
