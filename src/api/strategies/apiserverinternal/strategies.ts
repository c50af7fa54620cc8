import type { KindStrategy } from '../kind-strategy.js'
import { storageVersionStrategy } from './storage-version.js'

/** How the kinds of `internal.apiserver.k8s.io` behave in a registry. */
export const strategies: readonly KindStrategy[] = [storageVersionStrategy]
