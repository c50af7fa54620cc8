export { APIPaths } from './api-paths.js'
export { Discovery, type DiscoveryOptions, type DiscoveryPriorities, type DiscoverySource } from './discovery.js'
export type { DiscoveredGroup, DiscoveredVersion } from './group-documents.js'
