import type { GroupDeclaration } from '../kind-declaration.js'

/** How kube-apiserver 1.36 has `coordination.k8s.io`. */
export const coordination: GroupDeclaration = {
  priority: 16500,
  served: ['v1'],
  onRequest: ['v1beta1', 'v1alpha2'],
  storageVersion: 'v1',
}
