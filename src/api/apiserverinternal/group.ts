import type { GroupDeclaration } from '../kind-declaration.js'

/** How kube-apiserver 1.36 has `internal.apiserver.k8s.io`. */
export const apiserverinternal: GroupDeclaration = {
  priority: 16000,
  served: [],
  onRequest: ['v1alpha1'],
  storageVersion: 'v1alpha1',
}
