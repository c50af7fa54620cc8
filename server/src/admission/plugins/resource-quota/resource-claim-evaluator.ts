import type { ResourceClaim } from 'apimachinery/api/resource/v1'
import { newQuantity, type Quantity } from 'apimachinery/resource'
import type { KubernetesObject } from 'apimachinery/runtime'
import type { PassiveClock } from 'apimachinery/wait'
import { addAmounts, oneQuantity, type ResourceAmounts } from '../../resource-amounts.js'
import { chargedPod, type DeviceFacts, extendedResourceOf, hasClassFor, implicitPrefix } from './device-facts.js'
import { objectCountName, type QuotaEvaluator } from './evaluator.js'
import { isExtendedRequest, podUsage } from './pod-evaluator.js'

const resource = { group: 'resource.k8s.io', resource: 'resourceclaims' }
const classSuffix = '.deviceclass.resource.k8s.io/devices'
/** As many devices as one claim can get. */
const maxDevices = 32

interface DeviceAmount {
  readonly deviceClassName?: string | undefined
  readonly allocationMode?: string | undefined
  readonly count?: number | undefined
}

/**
 * Counts claims of devices, and the devices of each class that they may get: under the name of the class, and under the
 * resources by which pods ask for them, as far as the pod of a claim was not charged already.
 *
 * Source: pkg/quota/v1/evaluator/core/resource_claims.go of Kubernetes.
 */
export function resourceClaimEvaluator(clock: PassiveClock, devices: DeviceFacts): QuotaEvaluator {
  return {
    resource,
    handles: ({ operation, subresource }) => subresource === '' && (operation === 'CREATE' || operation === 'UPDATE'),
    matchingResources: (all) => all.filter((name) => isCounted(name, devices)),
    matchesScope: () => false,
    usage(object: KubernetesObject) {
      const claim = object as ResourceClaim
      const usage = claimUsage(claim)
      const pod = chargedPod(devices, claim)
      return withExtended(usage, pod && podUsage(pod, clock), devices)
    },
  }
}

function isCounted(name: string, devices: DeviceFacts): boolean {
  if (name === objectCountName(resource) || name.endsWith(classSuffix)) return true
  return isExtendedRequest(name) && hasClassFor(devices, name.slice('requests.'.length))
}

/** Adds the resources by which pods ask for the same devices, without what was charged. */
function withExtended(
  usage: ResourceAmounts,
  charged: ResourceAmounts | undefined,
  devices: DeviceFacts,
): ResourceAmounts {
  const all = new Map(usage)
  for (const [name, amount] of usage) {
    if (!name.endsWith(classSuffix) || name === classSuffix) continue
    const className = name.slice(0, -classSuffix.length)
    for (const asked of [`${implicitPrefix}${className}`, extendedResourceOf(devices, className)]) {
      const before = charged?.get(`requests.${asked}`)
      const left = before === undefined ? amount : amount.sub(before)
      if (asked !== '' && left.sign() > 0) all.set(`requests.${asked}`, left)
    }
  }
  return all
}

function claimUsage({ spec }: ResourceClaim): ResourceAmounts {
  let usage: ResourceAmounts = new Map([[objectCountName(resource), oneQuantity]])
  for (const { exactly, firstAvailable = [] } of spec?.devices?.requests ?? []) {
    // Alternatives count with the maximum of each class.
    if (firstAvailable.length > 0) usage = addAmounts(usage, largestOf(firstAvailable))
    else if (exactly) usage = addAmounts(usage, largestOf([exactly]))
  }
  return usage
}

function largestOf(amounts: readonly DeviceAmount[]): ResourceAmounts {
  const largest = new Map<string, Quantity>()
  for (const amount of amounts) {
    const name = `${amount.deviceClassName ?? ''}${classSuffix}`
    const devices = newQuantity(devicesOf(amount), 'DecimalSI')
    const known = largest.get(name)
    if (known === undefined || known.cmp(devices) < 0) largest.set(name, devices)
  }
  return largest
}

function devicesOf({ allocationMode, count = 0 }: DeviceAmount): number {
  if (allocationMode === 'ExactCount') return Number(count)
  return allocationMode === 'All' ? maxDevices : 0
}
