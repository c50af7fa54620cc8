import type { GroupDeclaration } from '../kind-declaration.js'

/** How kube-apiserver 1.36 has `networking.k8s.io`. */
export const networking: GroupDeclaration = {
  priority: 17200,
  served: ['v1'],
  onRequest: ['v1beta1'],
  storageVersion: 'v1',
}
