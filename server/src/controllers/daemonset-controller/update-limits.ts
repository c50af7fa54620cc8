import type { DaemonSet } from 'apimachinery/api/apps/v1'
import { getScaledValueFromIntOrPercent, type IntOrString } from 'apimachinery/scalar'

/** How many nodes an update may change at once. */
export interface UpdateLimits {
  readonly maxSurge: number
  readonly maxUnavailable: number
  /** How many nodes have a pod. */
  readonly desired: number
}

/** The limits of a daemon set with pods on `desired` nodes. Source: `updatedDesiredNodeCounts` in pkg/controller/daemon of Kubernetes. */
export function updateLimits(set: DaemonSet, desired: number): UpdateLimits {
  const maxSurge = surgeOf(set, desired)
  const maxUnavailable = scaled(rollingUpdateOf(set)?.maxUnavailable, desired)
  return {
    maxSurge,
    maxUnavailable: desired > 0 && maxUnavailable === 0 && maxSurge === 0 ? 1 : maxUnavailable,
    desired,
  }
}

/** Whether a node may have two pods during an update. */
export function allowsSurge(set: DaemonSet): boolean {
  return surgeOf(set, 1) > 0
}

function surgeOf(set: DaemonSet, desired: number): number {
  return scaled(rollingUpdateOf(set)?.maxSurge, desired)
}

function rollingUpdateOf({ spec }: DaemonSet) {
  return spec?.updateStrategy?.type === 'RollingUpdate' ? spec.updateStrategy.rollingUpdate : undefined
}

function scaled(value: IntOrString | undefined, total: number): number {
  return value === undefined ? 0 : getScaledValueFromIntOrPercent(value, { total, roundUp: true })
}
