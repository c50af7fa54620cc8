import type { GroupDeclaration } from '../kind-declaration.js'

/** How kube-apiserver 1.36 has `internal.apiserver.k8s.io`. */
export const apiserverinternal: GroupDeclaration = {
  priority: 16000,
  versions: [{ version: 'v1alpha1', byDefault: false }],
  storageVersion: 'v1alpha1',
}
