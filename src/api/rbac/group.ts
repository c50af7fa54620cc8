import type { GroupDeclaration } from '../kind-declaration.js'

/** How kube-apiserver 1.36 has `rbac.authorization.k8s.io`. */
export const rbac: GroupDeclaration = { priority: 17000, served: ['v1'], storageVersion: 'v1' }
