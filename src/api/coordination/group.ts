import type { GroupDeclaration } from '../kind-declaration.js'

/** How kube-apiserver 1.36 has `coordination.k8s.io`. */
export const coordination: GroupDeclaration = {
  priority: 16500,
  versions: [
    { version: 'v1', byDefault: true },
    { version: 'v1beta1', byDefault: false },
    { version: 'v1alpha2', byDefault: false },
  ],
  storageVersion: 'v1',
}
