import type { Pod, PodCondition } from 'apimachinery/api/core/v1'

/** Whether the pod is neither finished nor being deleted. Source: `IsPodActive` of pkg/controller of Kubernetes. */
export function isPodActive(pod: Pod): boolean {
  return !isPodTerminal(pod) && !isDeleted(pod)
}

/** Whether the pod is being deleted and has not finished. Source: `IsPodTerminating` of pkg/controller of Kubernetes. */
export function isPodTerminating(pod: Pod): boolean {
  return !isPodTerminal(pod) && isDeleted(pod)
}

/** Whether the pod has finished. Source: `IsPodTerminal` of pkg/api/v1/pod of Kubernetes. */
export function isPodTerminal({ status }: Pod): boolean {
  return status?.phase === 'Succeeded' || status?.phase === 'Failed'
}

function isDeleted({ metadata }: Pod): boolean {
  return metadata?.deletionTimestamp !== undefined && metadata.deletionTimestamp !== null
}

/** The condition `Ready`. */
export function podReadyCondition({ status }: Pod): PodCondition | undefined {
  return status?.conditions?.find(({ type }) => type === 'Ready')
}

/** Whether the condition `Ready` is true. */
export function isPodReady(pod: Pod): boolean {
  return podReadyCondition(pod)?.status === 'True'
}

/** Since when the pod is ready, in milliseconds since the epoch; undefined for one that is not, or that does not say. */
export function podReadySince(pod: Pod): number | undefined {
  const condition = podReadyCondition(pod)
  return condition?.status === 'True' ? timeOf(condition.lastTransitionTime) : undefined
}

/** Whether the pod has been ready for some seconds. Source: `IsPodAvailable` of pkg/api/v1/pod of Kubernetes. */
export function isPodAvailable(pod: Pod, minReadySeconds: number, now: number): boolean {
  if (!isPodReady(pod)) return false
  if (minReadySeconds <= 0) return true
  const since = podReadySince(pod)
  return since !== undefined && since + minReadySeconds * 1000 <= now
}

/**
 * Milliseconds until the first of the ready pods that are not yet available will be; undefined if there is none.
 *
 * Source: `FindMinNextPodAvailabilityCheck` of pkg/controller of Kubernetes.
 */
export function untilPodAvailable(pods: readonly Pod[], minReadySeconds: number, now: number): number | undefined {
  if (minReadySeconds <= 0) return undefined
  let least: number | undefined
  for (const pod of pods) {
    const since = podReadySince(pod)
    const left = since === undefined ? 0 : since + minReadySeconds * 1000 - now
    if (left > 0 && (least === undefined || left < least)) least = left
  }
  return least
}

/** Milliseconds since the epoch of a time of the API; undefined for none. */
export function timeOf(time: unknown): number | undefined {
  return typeof time === 'string' ? Date.parse(time) : undefined
}
