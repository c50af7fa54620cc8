export { APIPaths } from './api-paths.js'
export { Discovery, type DiscoveryOptions, type DiscoveryPriorities } from './discovery.js'
export type { DiscoveredGroup, DiscoveredVersion } from './group-documents.js'
