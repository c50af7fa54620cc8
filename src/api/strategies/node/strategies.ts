import type { KindStrategy } from '../kind-strategy.js'
import { runtimeClassStrategy } from './runtime-class.js'

/** How the kinds of `node.k8s.io` behave in a registry. */
export const strategies: readonly KindStrategy[] = [runtimeClassStrategy]
