export { Channel } from './channel.js'
export { Fifo } from './fifo.js'
export { LRUCache, type LRUCacheOptions } from './lru-cache.js'
