import type { GroupDeclaration } from '../kind-declaration.js'

/** How kube-apiserver has `apiextensions.k8s.io`. */
export const apiextensions: GroupDeclaration = {
  priority: 16700,
  served: ['v1'],
  storageVersion: 'v1beta1',
  storageFormat: 'json',
}
