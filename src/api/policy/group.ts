import type { GroupDeclaration } from '../kind-declaration.js'

/** How kube-apiserver 1.36 has `policy`. */
export const policy: GroupDeclaration = { priority: 17100, served: ['v1'], storageVersion: 'v1' }
