import { podDisruptionBudgetStrategy } from '../../policy/pod-disruption-budget/strategy.js'
import type { KindStrategy } from '../kind-strategy.js'

/** How the kinds of `policy` behave in a registry. */
export const strategies: readonly KindStrategy[] = [podDisruptionBudgetStrategy]
