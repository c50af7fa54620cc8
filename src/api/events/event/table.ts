import { eventTable as coreEventTable } from '../../core/event/table.js'
import type { Event } from '../../core/v1/types.gen.js'
import type { KindTable } from '../../tables/kind-table.js'

/** How an Event is shown: it is one of the core group. */
export const eventTable: KindTable<Event> = coreEventTable
