import type { GroupDeclaration } from '../kind-declaration.js'

/** How kube-apiserver has `apiregistration.k8s.io`. */
export const apiregistration: GroupDeclaration = {
  priority: 20001,
  served: ['v1'],
  storageVersion: 'v1',
  storageFormat: 'json',
}
