export type { CacheObserver } from './cache-observer.js'
export type { EventHistoryLimits } from './event-history.js'
export { WatchCache, type WatchCacheOptions } from './watch-cache.js'
