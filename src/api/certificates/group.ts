import type { GroupDeclaration } from '../kind-declaration.js'

/** How kube-apiserver 1.36 has `certificates.k8s.io`. */
export const certificates: GroupDeclaration = {
  priority: 17300,
  versions: [
    { version: 'v1', byDefault: true },
    { version: 'v1beta1', byDefault: false },
  ],
  storageVersion: 'v1',
}
