import type { GroupDeclaration } from '../kind-declaration.js'

/** How kube-apiserver 1.36 has `admissionregistration.k8s.io`. */
export const admissionregistration: GroupDeclaration = {
  priority: 16700,
  versions: [
    { version: 'v1', byDefault: true },
    { version: 'v1beta1', byDefault: false },
    { version: 'v1alpha1', byDefault: false },
  ],
  storageVersion: 'v1',
}
