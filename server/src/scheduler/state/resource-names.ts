const native = /^[^/]*$|kubernetes\.io\//
const volumeLimits = 'attachable-volumes-'

/** Whether a resource belongs to a domain of its own, as those of device plugins do. */
export function isExtendedResource(name: string): boolean {
  return !native.test(name) && !name.startsWith('requests.')
}

/** Whether the scheduler counts a resource by its name: anything but CPU, memory, storage and pods. */
export function isScalarResource(name: string): boolean {
  return (
    isExtendedResource(name) ||
    name.startsWith('hugepages-') ||
    name.includes('kubernetes.io/') ||
    name.startsWith(volumeLimits)
  )
}
