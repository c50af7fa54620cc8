import type { ServiceAllocator } from './service-allocation.js'

/** Placeholders for addresses that only a server can allocate. */
export const offlineAddresses: Readonly<Record<string, string>> = { IPv4: '10.96.255.254', IPv6: 'fd00:10:96::fffe' }

/** The first placeholder for ports that only a server can allocate; further ones are below. */
export const offlinePort = 32_767

/**
 * Replaces the allocator of a server when services are validated without one: every address and port is free, once.
 *
 * @param families - IP families of the cluster.
 */
export function offlineAllocator(families: readonly string[], strict: boolean): ServiceAllocator {
  let next = offlinePort
  const taken = new Set<number>()
  return {
    families,
    strict,
    nextAddress: (family) => offlineAddresses[family] ?? '',
    takeAddress: () => undefined,
    nextPort: () => next--,
    takePort(port) {
      if (taken.has(port)) return 'provided port is already allocated'
      taken.add(port)
      return undefined
    },
  }
}
