import { eventStrategy as coreEventStrategy } from '../../core/event/strategy.js'
import type { Event } from '../../core/v1/types.gen.js'
import type { KindStrategy } from '../../strategies/kind-strategy.js'

/** How an Event behaves in a registry: it is one of the core group. */
export const eventStrategy: KindStrategy<Event> = coreEventStrategy
