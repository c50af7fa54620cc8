import type { Quantity } from '../../../resource/quantity.js'
import type { StrategyContext } from '../../strategies/kind-strategy.js'
import { isSet, memberOf, structsOf } from '../../validation/go-values.js'
import { amountOf } from '../resource-list/resource-amounts.js'
import type { PodSpec, ResourceList, ResourceRequirements } from '../v1/types.gen.js'
import { isPodLevelResource } from './pod-resource-defaults.js'

/** How sure a pod can be of its resources. */
export type PodQOSClass = 'BestEffort' | 'Burstable' | 'Guaranteed'

const counted = ['cpu', 'memory'] as const
type Sums = Map<string, Quantity>

/** Which features decide about the class. */
export interface PodQOSFeatures {
  /** The gate `PodLevelResources`: resources of the pod as a whole count, where it has them. */
  readonly podLevelResources: boolean
  /** The gate `PodLevelResourcesFixKubeletQOSClass`: they count only with a resource that a pod may ask for. */
  readonly fixQOSClass: boolean
}

/** The features of a server with these gates. */
export function qosFeaturesOf({ featureEnabled }: Pick<StrategyContext, 'featureEnabled'>): PodQOSFeatures {
  return {
    podLevelResources: featureEnabled('PodLevelResources'),
    fixQOSClass: featureEnabled('PodLevelResourcesFixKubeletQOSClass'),
  }
}

/** The QoS class of a pod with this specification: by its own resources, or otherwise by those of its containers. */
export function computePodQOS(spec: PodSpec, features: PodQOSFeatures): PodQOSClass {
  const requests: Sums = new Map()
  const limits: Sums = new Map()
  let limited = true
  for (const resources of consumersOf(spec, features)) {
    addPositive(requests, resources.requests)
    const found = addPositive(limits, resources.limits)
    // Pod-level requests without limits leave the question open; those of a container do not.
    const skip = resources === spec.resources && Object.keys(resources.limits ?? {}).length === 0
    if (found < counted.length && !skip) limited = false
  }
  if (requests.size === 0 && limits.size === 0) return 'BestEffort'
  const equal = [...requests].every(([name, amount]) => limits.get(name)?.cmp(amount) === 0)
  return limited && equal && requests.size === limits.size ? 'Guaranteed' : 'Burstable'
}

function consumersOf(spec: PodSpec, features: PodQOSFeatures): readonly ResourceRequirements[] {
  const { resources: own } = spec
  if (features.podLevelResources && isSet(own) && (!features.fixQOSClass || asksForPod(own))) return [own]
  return [...structsOf(spec.containers), ...structsOf(spec.initContainers)].map(({ resources }) => resources ?? {})
}

function asksForPod({ requests, limits }: ResourceRequirements): boolean {
  return [requests, limits].some((list) => Object.keys(list ?? {}).some(isPodLevelResource))
}

/** Adds amounts above zero; returns how many of the counted resources there were. */
function addPositive(sums: Sums, list: ResourceList | null | undefined): number {
  let found = 0
  for (const name of counted) {
    const text = memberOf(list, name)
    const amount = amountOf(text)
    if (text === undefined || amount.sign() <= 0) continue
    found++
    sums.set(name, sums.get(name)?.add(amount) ?? amount)
  }
  return found
}
