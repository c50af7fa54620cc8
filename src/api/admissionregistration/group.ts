import type { GroupDeclaration } from '../kind-declaration.js'

/** How kube-apiserver 1.36 has `admissionregistration.k8s.io`. */
export const admissionregistration: GroupDeclaration = {
  priority: 16700,
  served: ['v1'],
  onRequest: ['v1beta1', 'v1alpha1'],
  storageVersion: 'v1',
}
