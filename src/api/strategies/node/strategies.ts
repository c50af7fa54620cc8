import { runtimeClassStrategy } from '../../node/runtime-class/strategy.js'
import type { KindStrategy } from '../kind-strategy.js'

/** How the kinds of `node.k8s.io` behave in a registry. */
export const strategies: readonly KindStrategy[] = [runtimeClassStrategy]
