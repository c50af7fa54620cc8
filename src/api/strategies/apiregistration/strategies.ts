import type { KindStrategy } from '../kind-strategy.js'
import { apiServiceStrategy } from './api-service.js'

/** How the kinds of `apiregistration.k8s.io` behave in a registry. */
export const strategies: readonly KindStrategy[] = [apiServiceStrategy]
