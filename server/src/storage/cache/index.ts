export type { EventHistoryLimits } from './event-history.js'
export { newWatchCache, type WatchCacheOptions } from './watch-cache.js'
