import type { GroupDeclaration } from '../kind-declaration.js'

/** How kube-apiserver 1.36 has `apiregistration.k8s.io`. */
export const apiregistration: GroupDeclaration = {
  priority: 20001,
  versions: [{ version: 'v1', byDefault: true }],
  storageVersion: 'v1',
  storageFormat: 'json',
}
