import { eventStrategy } from '../../core/event/strategy.js'
import type { KindStrategy } from '../kind-strategy.js'

/** How the kinds of `events.k8s.io` behave in a registry: their events are those of the core group. */
export const strategies: readonly KindStrategy[] = [eventStrategy]
