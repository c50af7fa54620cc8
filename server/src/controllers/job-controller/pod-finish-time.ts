import type { ContainerStatus, Pod } from 'apimachinery/api/core/v1'
import { momentOf } from '../cluster-time.js'

/**
 * When a pod ended, milliseconds since 1970: when the last container did, otherwise when it ceased to be ready, was deleted, or was created.
 * Source: pkg/controller/job of Kubernetes.
 */
export function podFinishTime(pod: Pod): number {
  return ofContainers(pod) ?? ofReadiness(pod) ?? ofDeletion(pod) ?? momentOf(pod.metadata?.creationTimestamp) ?? 0
}

function ofContainers({ spec, status }: Pod): number | undefined {
  const sidecars = new Set(
    (spec?.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always').map(({ name }) => name),
  )
  const inits = (status?.initContainerStatuses ?? []).filter(({ name }) => sidecars.has(name))
  const containers = latest(status?.containerStatuses ?? [])
  const all = latest(inits)
  // Sidecars end after the others; one that runs leaves the moment open.
  if (inits.length > 0 && all === undefined) return undefined
  return all === undefined || containers === undefined ? (all ?? containers) : Math.max(all, containers)
}

/** The latest end; undefined if a container has not ended, and for none. */
function latest(statuses: readonly ContainerStatus[]): number | undefined {
  const ends = statuses.map(({ state }) => momentOf(state?.terminated?.finishedAt))
  return ends.reduce<number | undefined>(
    (last, end, i) => (end === undefined || (i > 0 && last === undefined) ? undefined : Math.max(last ?? end, end)),
    undefined,
  )
}

function ofReadiness({ status }: Pod): number | undefined {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready')
  return ready?.status === 'False' ? momentOf(ready.lastTransitionTime) : undefined
}

function ofDeletion({ metadata }: Pod): number | undefined {
  const deletion = momentOf(metadata?.deletionTimestamp)
  return deletion === undefined ? undefined : deletion - Number(metadata?.deletionGracePeriodSeconds ?? 0) * 1000
}
