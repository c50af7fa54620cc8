export { offlineAllocator } from './offline-allocator.js'
export { allocateForCreate, allocateForUpdate, type ServiceAllocator } from './service-allocation.js'
export type { ServiceNetwork } from './service-ip-families.js'
