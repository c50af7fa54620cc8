import type { GroupDeclaration } from '../kind-declaration.js'

/** How kube-apiserver 1.36 has `node.k8s.io`. */
export const node: GroupDeclaration = { priority: 16300, served: ['v1'], storageVersion: 'v1' }
