import type { GroupDeclaration } from '../kind-declaration.js'

/** How kube-apiserver 1.36 has `apiextensions.k8s.io`. */
export const apiextensions: GroupDeclaration = {
  priority: 16700,
  versions: [{ version: 'v1', byDefault: true }],
  storageVersion: 'v1beta1',
  storageFormat: 'json',
}
