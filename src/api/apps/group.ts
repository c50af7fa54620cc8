import type { GroupDeclaration } from '../kind-declaration.js'

/** How kube-apiserver 1.36 has `apps`. */
export const apps: GroupDeclaration = { priority: 17800, served: ['v1'], storageVersion: 'v1' }
