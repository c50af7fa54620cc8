import type { GroupDeclaration } from '../kind-declaration.js'

/** How kube-apiserver 1.36 has `batch`. */
export const batch: GroupDeclaration = { priority: 17400, served: ['v1'], storageVersion: 'v1' }
