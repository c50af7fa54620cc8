import type { GroupDeclaration } from '../kind-declaration.js'

/** How kube-apiserver 1.36 has `authentication.k8s.io`. */
export const authentication: GroupDeclaration = { priority: 17700, served: ['v1'], storageVersion: 'v1' }
