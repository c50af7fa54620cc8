import type { StatefulSet } from 'apimachinery/api/apps/v1'
import type { Pod } from 'apimachinery/api/core/v1'

/** The label with the name of the pod. */
export const podNameLabel = 'statefulset.kubernetes.io/pod-name'
/** The label with the number of the pod. */
export const podIndexLabel = 'apps.kubernetes.io/pod-index'
/** The label with the name of the pod's revision. */
export const revisionLabel = 'controller-revision-hash'

/** The largest number that a pod can have. */
const largest = 2 ** 31 - 1

/** The set that the name of a pod begins with, and its number: -1 for a pod that has none. */
export interface PodPlace {
  readonly set: string
  readonly ordinal: number
}

/** What the name of a pod says. Source: `getParentNameAndOrdinal` in pkg/controller/statefulset of Kubernetes. */
export function placeOf({ metadata }: Pod): PodPlace {
  const [, set = '', digits = ''] = /^(.*)-([0-9]+)$/.exec(metadata?.name ?? '') ?? []
  const ordinal = digits === '' ? -1 : Number(digits)
  return { set, ordinal: ordinal > largest ? -1 : ordinal }
}

/** The number of a pod, -1 if it has none. */
export function ordinalOf(pod: Pod): number {
  return placeOf(pod).ordinal
}

/** How many pods a set has. */
export function replicasOf({ spec }: StatefulSet): number {
  return spec?.replicas ?? 1
}

/** The first number of a set. */
export function startOf({ spec }: StatefulSet): number {
  return spec?.ordinals?.start ?? 0
}

/** Whether the pod has one of the numbers of a set. */
export function isInRange(pod: Pod, set: StatefulSet): boolean {
  const index = ordinalOf(pod) - startOf(set)
  return ordinalOf(pod) >= 0 && index >= 0 && index < replicasOf(set)
}

/** The name of the pod of a number. */
export function podName(set: StatefulSet, ordinal: number): string {
  return `${set.metadata?.name}-${ordinal}`
}

/** Whether the pod has the name of a set, and the label with its own name. */
export function hasIdentity(set: StatefulSet, pod: Pod): boolean {
  const { set: parent, ordinal } = placeOf(pod)
  const { name, namespace, labels } = pod.metadata ?? {}
  return (
    ordinal >= 0 &&
    parent === set.metadata?.name &&
    name === podName(set, ordinal) &&
    namespace === set.metadata?.namespace &&
    labels?.[podNameLabel] === name
  )
}

/** The name of a pod's revision, empty if it has none. */
export function revisionOf({ metadata }: Pod): string {
  return metadata?.labels?.[revisionLabel] ?? ''
}
