import { apiServiceStrategy } from '../../apiregistration/api-service/strategy.js'
import type { KindStrategy } from '../kind-strategy.js'

/** How the kinds of `apiregistration.k8s.io` behave in a registry. */
export const strategies: readonly KindStrategy[] = [apiServiceStrategy]
