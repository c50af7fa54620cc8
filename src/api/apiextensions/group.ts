import type { GroupDeclaration } from '../kind-declaration.js'

/** How kube-apiserver 1.36 has `apiextensions.k8s.io`. */
export const apiextensions: GroupDeclaration = {
  priority: 16700,
  served: ['v1'],
  storageVersion: 'v1beta1',
  storageFormat: 'json',
}
