import type { Pod } from 'apimachinery/api/core/v1'
import { podRequests } from '../state/pod-requests.js'
import type { PodChange } from './cluster-event.js'
import { sameJSON } from './same-json.js'

/** What changed between two states of a pod that scheduling looks at. Source: `PodSchedulingPropertiesChange` of pkg/scheduler/framework. */
export function podChanges(old: Pod, now: Pod): PodChange[] {
  const changes: PodChange[] = []
  if (!sameJSON(old.metadata?.labels, now.metadata?.labels)) changes.push('labels')
  if (requestsLess(old, now)) changes.push('requests')
  const gates = (pod: Pod) => pod.spec?.schedulingGates?.length ?? 0
  if (gates(old) > 0 && gates(now) === 0) changes.push('gates')
  if ((old.spec?.tolerations?.length ?? 0) !== (now.spec?.tolerations?.length ?? 0)) changes.push('tolerations')
  if (!sameJSON(old.status?.resourceClaimStatuses, now.status?.resourceClaimStatuses)) changes.push('claims')
  return changes.length === 0 ? ['other'] : changes
}

function requestsLess(old: Pod, now: Pod): boolean {
  if (sameRequests(old, now)) return false
  const amounts = podRequests(now)
  return [...podRequests(old)].some(([name, amount]) => (amounts.get(name) ?? -1) < amount)
}

/** Most updates of a pod are of its conditions. */
function sameRequests(old: Pod, now: Pod): boolean {
  return (
    sameJSON(old.spec, now.spec) &&
    sameJSON(old.status?.containerStatuses, now.status?.containerStatuses) &&
    sameJSON(old.status?.initContainerStatuses, now.status?.initContainerStatuses) &&
    sameJSON(old.status?.resources, now.status?.resources)
  )
}
