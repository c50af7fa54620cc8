import { storageVersionStrategy } from '../../apiserverinternal/storage-version/strategy.js'
import type { KindStrategy } from '../kind-strategy.js'

/** How the kinds of `internal.apiserver.k8s.io` behave in a registry. */
export const strategies: readonly KindStrategy[] = [storageVersionStrategy]
