import { endpointSliceStrategy } from '../../discovery/endpoint-slice/strategy.js'
import type { KindStrategy } from '../kind-strategy.js'

/** How the kinds of `discovery.k8s.io` behave in a registry. */
export const strategies: readonly KindStrategy[] = [endpointSliceStrategy]
