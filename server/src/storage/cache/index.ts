export type { CacheObserver } from './cache-observer.js'
export type { EventHistoryLimits } from './event-history.js'
export { newWatchCache, type WatchCacheOptions } from './watch-cache.js'
