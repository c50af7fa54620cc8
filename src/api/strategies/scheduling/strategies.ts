import type { KindStrategy } from '../kind-strategy.js'
import { priorityClassStrategy } from './priority-class.js'

/** How the kinds of `scheduling.k8s.io` behave in a registry. */
export const strategies: readonly KindStrategy[] = [priorityClassStrategy]
