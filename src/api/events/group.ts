import type { GroupDeclaration } from '../kind-declaration.js'

/** How kube-apiserver 1.36 has `events.k8s.io`. */
export const events: GroupDeclaration = { priority: 17750, served: ['v1'], storageVersion: 'v1' }
