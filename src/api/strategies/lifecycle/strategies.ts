import { evictionRequestStrategy } from '../../lifecycle/eviction-request/strategy.js'
import type { KindStrategy } from '../kind-strategy.js'

/** How the kinds of `lifecycle.k8s.io` behave in a registry. */
export const strategies: readonly KindStrategy[] = [evictionRequestStrategy]
