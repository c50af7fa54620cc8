import type { StrategyContext } from '../strategies/kind-strategy.js'
import { isSet } from '../validation/go-values.js'

/** The fields of a group of pods, or of a template for one, that a feature gate guards. */
interface GatedFields {
  schedulingConstraints?: object | null | undefined
  resourceClaims?: readonly object[] | null | undefined
  preemptionPolicy?: string | null | undefined
}

const gateOf = {
  schedulingConstraints: 'TopologyAwareWorkloadScheduling',
  resourceClaims: 'DRAWorkloadResourceClaims',
  preemptionPolicy: 'PodGroupPreemptionPolicy',
} as const

/** The fields of a group of pods, and of a template for one, that may be dropped. */
export const podGroupFields = Object.keys(gateOf) as readonly (keyof typeof gateOf)[]

/** Reports whether a list has items, or another field is there. */
export function isUsed(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : isSet(value)
}

/** Takes fields away whose features are off, unless the old object uses them. */
export function dropDisabledFields(
  fields: readonly (keyof typeof gateOf)[],
  [now, before]: readonly [GatedFields | null | undefined, GatedFields | null | undefined],
  { featureEnabled }: StrategyContext,
): void {
  for (const name of fields) {
    if (isSet(now) && !featureEnabled(gateOf[name]) && !isUsed(before?.[name])) delete now[name]
  }
}
