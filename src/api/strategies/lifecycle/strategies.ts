import type { KindStrategy } from '../kind-strategy.js'
import { evictionRequestStrategy } from './eviction-request.js'

/** How the kinds of `lifecycle.k8s.io` behave in a registry. */
export const strategies: readonly KindStrategy[] = [evictionRequestStrategy]
