import type { GroupDeclaration } from '../kind-declaration.js'

/** How kube-apiserver 1.36 has `storage.k8s.io`. */
export const storage: GroupDeclaration = {
  priority: 16800,
  versions: [
    { version: 'v1', byDefault: true },
    { version: 'v1beta1', byDefault: false },
  ],
  storageVersion: 'v1',
}
