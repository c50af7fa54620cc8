import type { GroupDeclaration } from '../kind-declaration.js'

/** How kube-apiserver 1.36 has `authorization.k8s.io`. */
export const authorization: GroupDeclaration = { priority: 17600, served: ['v1'], storageVersion: 'v1' }
