import type { StrategyContext } from '../../strategies/kind-strategy.js'
import { isSet, structsOf } from '../../validation/go-values.js'
import type { ResourceClaim } from '../v1/types.gen.js'
import { claimSpecUses } from './claim-features.js'

/** Fields of a status that belong to a feature. */
interface StatusFeature {
  readonly gate: string
  readonly inUse: (claim: ResourceClaim) => boolean
  readonly drop: (claim: ResourceClaim) => void
}

const resultsOf = ({ status }: ResourceClaim) => structsOf(status?.allocation?.devices?.results)
const devicesOf = ({ status }: ResourceClaim) => structsOf(status?.devices)

const features: readonly StatusFeature[] = [
  {
    gate: 'DRAResourceClaimDeviceStatus',
    inUse: (claim) => devicesOf(claim).length > 0,
    drop: ({ status }) => delete status?.devices,
  },
  {
    gate: 'DRAAdminAccess',
    inUse: (claim) =>
      claimSpecUses('DRAAdminAccess', claim.spec) || resultsOf(claim).some(({ adminAccess }) => isSet(adminAccess)),
    drop: (claim) => {
      for (const result of resultsOf(claim)) delete result.adminAccess
    },
  },
  {
    gate: 'DRAConsumableCapacity',
    inUse: (claim) =>
      claimSpecUses('DRAConsumableCapacity', claim.spec) ||
      resultsOf(claim).some(({ shareID, consumedCapacity }) => isSet(shareID) || isSet(consumedCapacity)) ||
      devicesOf(claim).some(({ shareID }) => isSet(shareID)),
    drop: (claim) => {
      for (const result of resultsOf(claim)) {
        delete result.shareID
        delete result.consumedCapacity
      }
      for (const device of devicesOf(claim)) delete device.shareID
    },
  },
  {
    gate: 'DRADeviceBindingConditions',
    inUse: (claim) =>
      resultsOf(claim).some((result) => isSet(result.bindingConditions) || isSet(result.bindingFailureConditions)),
    drop: (claim) => {
      for (const result of resultsOf(claim)) {
        delete result.bindingConditions
        delete result.bindingFailureConditions
      }
    },
  },
]

/** Drops what belongs to features of the status that are off, unless the old claim has it. */
export function dropDisabledStatusFields(claim: ResourceClaim, old: ResourceClaim, context: StrategyContext): void {
  for (const feature of features) {
    if (!context.featureEnabled(feature.gate) && !feature.inUse(old)) feature.drop(claim)
  }
}

/** Drops the operations that are skipped where that feature is off; devices that are gone no longer count. */
export function dropSkippedOperations(claim: ResourceClaim, old: ResourceClaim, context: StrategyContext): void {
  const inUse = resultsOf(old).some(({ skipNodeOperations }) => (skipNodeOperations ?? []).length > 0)
  if (context.featureEnabled('DRAOptionalNodeOperations') || inUse) return
  for (const result of resultsOf(claim)) delete result.skipNodeOperations
}
