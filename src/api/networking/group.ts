import type { GroupDeclaration } from '../kind-declaration.js'

/** How kube-apiserver 1.36 has `networking.k8s.io`. */
export const networking: GroupDeclaration = {
  priority: 17200,
  versions: [
    { version: 'v1', byDefault: true },
    { version: 'v1beta1', byDefault: false },
  ],
  storageVersion: 'v1',
}
