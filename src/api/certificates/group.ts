import type { GroupDeclaration } from '../kind-declaration.js'

/** How kube-apiserver 1.36 has `certificates.k8s.io`. */
export const certificates: GroupDeclaration = {
  priority: 17300,
  served: ['v1'],
  onRequest: ['v1beta1'],
  storageVersion: 'v1',
}
