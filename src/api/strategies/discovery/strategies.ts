import type { KindStrategy } from '../kind-strategy.js'
import { endpointSliceStrategy } from './endpoint-slice.js'

/** How the kinds of `discovery.k8s.io` behave in a registry. */
export const strategies: readonly KindStrategy[] = [endpointSliceStrategy]
