import type { ResourceClaim } from 'apimachinery/api/resource/v1'
import { newQuantity, type Quantity } from 'apimachinery/resource'
import type { KubernetesObject } from 'apimachinery/runtime'
import { addAmounts, oneQuantity, type ResourceAmounts } from '../../resource-amounts.js'
import { objectCountName, type QuotaEvaluator } from './evaluator.js'

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
 * Counts claims of devices, and the devices of each class that they may get.
 *
 * Source: pkg/quota/v1/evaluator/core/resource_claims.go of Kubernetes.
 */
export const resourceClaimEvaluator: QuotaEvaluator = {
  resource,
  handles: ({ operation, subresource }) => subresource === '' && (operation === 'CREATE' || operation === 'UPDATE'),
  matchingResources: (all) => all.filter((name) => name === objectCountName(resource) || name.endsWith(classSuffix)),
  matchesScope: () => false,
  usage: (object: KubernetesObject) => claimUsage(object as ResourceClaim),
}

function claimUsage({ spec }: ResourceClaim): ResourceAmounts {
  let usage: ResourceAmounts = new Map([[objectCountName(resource), oneQuantity]])
  for (const { exactly, firstAvailable = [] } of spec?.devices?.requests ?? []) {
    // Alternatives count with the maximum of each class.
    usage = addAmounts(usage, largestOf(firstAvailable.length > 0 ? firstAvailable : [exactly ?? {}]))
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
