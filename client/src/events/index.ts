export { EventBroadcaster, type EventBroadcasterOptions } from './event-broadcaster.js'
export type { EventInit, EventRecorder } from './event-init.js'
export type { SpamFilterOptions } from './spam-filter.js'
