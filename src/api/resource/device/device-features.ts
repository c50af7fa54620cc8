import type { StrategyContext } from '../../strategies/kind-strategy.js'
import { structsOf } from '../../validation/go-values.js'
import type { Device, ResourceSlice } from '../v1/types.gen.js'

/** Fields of devices that are dropped when their features are off and none of them was in use before. */
interface DeviceFeature {
  readonly gates: readonly string[]
  readonly fields: readonly (keyof Device)[]
}

const listsOfAttributes = ['bools', 'ints', 'strings', 'versions'] as const

const features: readonly DeviceFeature[] = [
  { gates: ['DRADeviceTaints'], fields: ['taints'] },
  { gates: ['DRAPartitionableDevices'], fields: ['consumesCounters', 'nodeName', 'nodeSelector', 'allNodes'] },
  {
    gates: ['DRADeviceBindingConditions', 'DRAResourceClaimDeviceStatus'],
    fields: ['bindingConditions', 'bindingFailureConditions', 'bindsToNode'],
  },
  { gates: ['DRAConsumableCapacity'], fields: ['allowMultipleAllocations'] },
  {
    gates: ['DRANodeAllocatableResources'],
    // The second one is what an earlier release has.
    fields: ['nodeAllocatableResources', 'nodeAllocatableResourceMappings'],
  },
]

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)
}

function devicesOf(slice: ResourceSlice | undefined): readonly Device[] {
  return structsOf(slice?.spec?.devices)
}

/** Drops what belongs to features that are off, unless the old slice has it. */
export function dropDisabledDeviceFields(
  slice: ResourceSlice,
  old: ResourceSlice | undefined,
  context: StrategyContext,
): void {
  for (const { gates, fields } of features) {
    if (gates.every((gate) => context.featureEnabled(gate))) continue
    if (devicesOf(old).some((device) => fields.some((name) => isGiven(device[name])))) continue
    for (const device of devicesOf(slice)) for (const name of fields) delete device[name]
  }
  dropCounters(slice, old, context)
  dropRequestPolicies(slice, old, context)
  dropListAttributes(slice, old, context)
  dropCompatibilityGroups(slice, old, context)
  for (const [name, gate] of specFeatures) {
    if (slice.spec && !context.featureEnabled(gate) && !isGiven(old?.spec?.[name])) delete slice.spec[name]
  }
}

const specFeatures = [
  ['partitionTypeAttribute', 'DRAPartitionableDevicesType'],
  ['skipNodeOperations', 'DRAOptionalNodeOperations'],
] as const

function dropCompatibilityGroups(slice: ResourceSlice, old: ResourceSlice | undefined, context: StrategyContext): void {
  if (context.featureEnabled('DRADeviceCompatibilityGroups')) return
  const consumed = (each: ResourceSlice | undefined) =>
    devicesOf(each).flatMap(({ consumesCounters }) => structsOf(consumesCounters))
  if (consumed(old).some(({ compatibilityGroups }) => isGiven(compatibilityGroups))) return
  for (const counters of consumed(slice)) delete counters.compatibilityGroups
}

function dropCounters(slice: ResourceSlice, old: ResourceSlice | undefined, context: StrategyContext): void {
  if (context.featureEnabled('DRAPartitionableDevices') || !slice.spec) return
  if (isGiven(old?.spec?.sharedCounters) || isGiven(old?.spec?.perDeviceNodeSelection)) return
  delete slice.spec.sharedCounters
  delete slice.spec.perDeviceNodeSelection
}

function dropRequestPolicies(slice: ResourceSlice, old: ResourceSlice | undefined, context: StrategyContext): void {
  if (context.featureEnabled('DRAConsumableCapacity')) return
  const capacities = (each: ResourceSlice | undefined) =>
    devicesOf(each).flatMap(({ capacity }) => Object.values(capacity ?? {}))
  if (capacities(old).some((capacity) => isGiven(capacity?.requestPolicy))) return
  for (const capacity of capacities(slice)) delete capacity?.requestPolicy
}

function dropListAttributes(slice: ResourceSlice, old: ResourceSlice | undefined, context: StrategyContext): void {
  if (context.featureEnabled('DRAListTypeAttributes')) return
  const attributes = (each: ResourceSlice | undefined) =>
    devicesOf(each).flatMap((device) => Object.values(device.attributes ?? {}))
  if (attributes(old).some((attribute) => listsOfAttributes.some((name) => attribute?.[name]))) return
  for (const attribute of attributes(slice)) for (const name of listsOfAttributes) delete attribute?.[name]
}
