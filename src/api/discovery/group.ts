import type { GroupDeclaration } from '../kind-declaration.js'

/** How kube-apiserver 1.36 has `discovery.k8s.io`. */
export const discovery: GroupDeclaration = { priority: 16200, served: ['v1'], storageVersion: 'v1' }
