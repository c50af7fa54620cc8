import type { GroupDeclaration } from '../kind-declaration.js'

/** How kube-apiserver 1.36 has `scheduling.k8s.io`. */
export const scheduling: GroupDeclaration = { priority: 16600, served: ['v1'], storageVersion: 'v1' }
