import { parseQuantity, type Quantity } from '../../../resource/quantity.js'
import { type FieldError, invalid } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { isQualifiedName } from '../../../validation/qualified-name.js'

const hugePages = 'hugepages-'
const requests = 'requests.'

const containerResources = /* @__PURE__ */ set('cpu memory ephemeral-storage')
const integerResources = /* @__PURE__ */ set(
  'pods resourcequotas services replicationcontrollers secrets configmaps persistentvolumeclaims services.nodeports services.loadbalancers',
)
const quotaResources = /* @__PURE__ */ set(
  'cpu memory ephemeral-storage requests.cpu requests.memory requests.storage requests.ephemeral-storage limits.cpu limits.memory limits.ephemeral-storage pods resourcequotas services replicationcontrollers secrets persistentvolumeclaims configmaps services.nodeports services.loadbalancers',
)

function set(names: string): ReadonlySet<string> {
  return new Set(names.split(' '))
}

/** Reports whether the resource is memory in pages of a size, such as `hugepages-2Mi`. */
export function isHugePageResourceName(name: string): boolean {
  return name.startsWith(hugePages)
}

/** As {@link isHugePageResourceName}, names of quotas included. */
export function isQuotaHugePageResourceName(name: string): boolean {
  return isHugePageResourceName(name) || name.startsWith(requests + hugePages)
}

/** Reports whether a container may request the resource without a domain. */
export function isStandardContainerResourceName(name: string): boolean {
  return containerResources.has(name) || isHugePageResourceName(name)
}

/** Reports whether the resource is a standard one of quotas. */
export function isStandardQuotaResourceName(name: string): boolean {
  return quotaResources.has(name) || isQuotaHugePageResourceName(name)
}

/** Reports whether the resource is a standard one. */
export function isStandardResourceName(name: string): boolean {
  return name === 'storage' || isStandardQuotaResourceName(name)
}

/** Reports whether the resource is of Kubernetes itself: without a domain, or of one that ends in `kubernetes.io`. */
export function isNativeResource(name: string): boolean {
  return !name.includes('/') || name.includes('kubernetes.io/')
}

/** Reports whether the resource is an extended one, as from a device plugin. */
export function isExtendedResourceName(name: string): boolean {
  return !isNativeResource(name) && !name.startsWith(requests) && isQualifiedName(requests + name).length === 0
}

/** Reports whether requests may be lower than limits. */
export function isOvercommitAllowed(name: string): boolean {
  return isNativeResource(name) && !isHugePageResourceName(name)
}

/** Reports whether the resource is counted in whole numbers. */
export function isIntegerResourceName(name: string): boolean {
  return integerResources.has(name) || isExtendedResourceName(name)
}

/** Reports whether the amount is a multiple of the page size in the name. */
export function isHugePageValueDivisible(name: string, amount: Quantity): boolean {
  const pageSize = pageSizeOf(name)
  if (pageSize === undefined || pageSize.sign() <= 0 || pageSize.milliValue() % 1000n !== 0n) return false
  return amount.value() % pageSize.value() === 0n
}

function pageSizeOf(name: string): Quantity | undefined {
  try {
    return parseQuantity(name.slice(hugePages.length))
  } catch {
    return undefined
  }
}

/** Checks the name of a compute resource. */
export function validateResourceName(name: string, path: FieldPath): FieldError[] {
  const errors = isQualifiedName(name).map((problem) => invalid(path, name, problem).withJSONText())
  if (errors.length > 0 || name.includes('/') || isStandardResourceName(name)) return errors
  return [invalid(path, name, 'must be a standard resource type or fully qualified').withJSONText()]
}

/** Checks the name of a resource of a container. */
export function validateContainerResourceName(name: string, path: FieldPath): FieldError[] {
  const errors = validateResourceName(name, path)
  if (!name.includes('/')) {
    if (isStandardContainerResourceName(name)) return errors
    return [...errors, invalid(path, name, 'must be a standard resource for containers').withJSONText()]
  }
  if (isNativeResource(name) || isExtendedResourceName(name)) return errors
  return [...errors, invalid(path, name, "doesn't follow extended resource name standard").withJSONText()]
}

/** Checks the name of a resource of a quota. */
export function validateResourceQuotaResourceName(name: string, path: FieldPath): FieldError[] {
  const errors = validateResourceName(name, path)
  if (name.includes('/') || isStandardQuotaResourceName(name)) return errors
  return [...errors, invalid(path, name, 'must be a standard resource for quota').withJSONText()]
}
