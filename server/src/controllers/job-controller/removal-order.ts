import type { ContainerStatus, Pod } from 'apimachinery/api/core/v1'
import { momentOf } from '../cluster-time.js'
import { isPodReady, podReadyCondition } from '../pod-control/pod-state.js'

const phases: Readonly<Record<string, number>> = { Pending: 0, Unknown: 1, Running: 2 }

/** Orders pods by which of them is deleted first: those that have come least far, and of these the younger. Source: `ActivePods` of pkg/controller of Kubernetes. */
export function compareForRemoval(a: Pod, b: Pod): number {
  return (
    Number(isAssigned(a)) - Number(isAssigned(b)) ||
    (phases[a.status?.phase ?? ''] ?? 0) - (phases[b.status?.phase ?? ''] ?? 0) ||
    Number(isPodReady(a)) - Number(isPodReady(b)) ||
    (isPodReady(a) ? younger(readySince(a), readySince(b)) : 0) ||
    mostRestarts(b.status?.containerStatuses) - mostRestarts(a.status?.containerStatuses) ||
    mostRestarts(sidecarsOf(b)) - mostRestarts(sidecarsOf(a)) ||
    younger(momentOf(a.metadata?.creationTimestamp), momentOf(b.metadata?.creationTimestamp))
  )
}

function isAssigned({ spec }: Pod): boolean {
  return (spec?.nodeName ?? '') !== ''
}

function readySince(pod: Pod): number | undefined {
  return momentOf(podReadyCondition(pod)?.lastTransitionTime)
}

function mostRestarts(statuses: readonly ContainerStatus[] = []): number {
  return Math.max(0, ...statuses.map(({ restartCount }) => restartCount ?? 0))
}

function sidecarsOf({ spec, status }: Pod): readonly ContainerStatus[] {
  const sidecars = (spec?.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always')
  const names = new Set(sidecars.map(({ name }) => name))
  return (status?.initContainerStatuses ?? []).filter(({ name }) => names.has(name))
}

function younger(a = Number.POSITIVE_INFINITY, b = Number.POSITIVE_INFINITY): number {
  return a === b ? 0 : b - a
}
