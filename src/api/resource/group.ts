import type { GroupDeclaration } from '../kind-declaration.js'

/** How kube-apiserver 1.36 has `resource.k8s.io`. */
export const resource: GroupDeclaration = {
  priority: 16200,
  served: ['v1'],
  onRequest: ['v1beta2', 'v1beta1', 'v1alpha3'],
  versionPriorities: { v1: 21, v1beta2: 15, v1beta1: 9, v1alpha3: 1 },
  storageVersion: 'v1',
}
