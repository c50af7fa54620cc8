export { offlineAllocator } from '../../core/service/offline-allocator.js'
export { allocateForCreate, allocateForUpdate, type ServiceAllocator } from '../../core/service/service-allocation.js'
export type { ServiceNetwork } from '../../core/service/service-ip-families.js'
