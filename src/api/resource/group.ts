import type { GroupDeclaration } from '../kind-declaration.js'

/** How kube-apiserver 1.36 has `resource.k8s.io`. */
export const resource: GroupDeclaration = {
  priority: 16200,
  versions: [
    { version: 'v1', byDefault: true },
    { version: 'v1beta2', byDefault: false },
    { version: 'v1beta1', byDefault: false },
    { version: 'v1alpha3', byDefault: false },
  ],
  versionPriorities: { v1: 21, v1beta2: 15, v1beta1: 9, v1alpha3: 1 },
  storageVersion: 'v1',
}
