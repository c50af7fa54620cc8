import type { KindStrategy } from '../kind-strategy.js'
import { podDisruptionBudgetStrategy } from './pod-disruption-budget.js'

/** How the kinds of `policy` behave in a registry. */
export const strategies: readonly KindStrategy[] = [podDisruptionBudgetStrategy]
