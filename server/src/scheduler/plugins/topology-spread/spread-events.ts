import type { Node, Pod } from 'apimachinery/api/core/v1'
import type { ClusterEvent } from '../../queue/cluster-event.js'
import { sameJSON } from '../../queue/same-json.js'
import type { PodInfo } from '../../state/pod-info.js'
import { hasTopologies, type SpreadConstraint } from './spread-constraint.js'

type Constraints = readonly SpreadConstraint[]
type PodEvent = Extract<ClusterEvent, { resource: 'pod' }>
type NodeEvent = Extract<ClusterEvent, { resource: 'node' }>

const nodeChanges: readonly string[] = ['add', 'delete', 'labels', 'taints']
const podChanges: readonly string[] = ['add', 'delete', 'labels', 'tolerations']

/** Whether an event may help a pod that its constraints have kept from nodes. Source: plugins/podtopologyspread/plugin.go. */
export function spreadEvents(event: ClusterEvent, pod: PodInfo, constraints: Constraints): boolean {
  if (event.resource === 'node') return nodeChanges.includes(event.change) && nodeHelps(event, constraints)
  return event.resource === 'pod' && podChanges.includes(event.change) && podHelps(event, pod, constraints)
}

function podHelps({ old, new: now }: PodEvent, pod: PodInfo, constraints: Constraints): boolean {
  if (![old, now].every((each) => each === undefined || isInvolved(each, pod))) return false
  if (old === undefined || now === undefined) return matchesAny(old ?? now, constraints)
  const isOwn = now.metadata?.uid === pod.uid
  const hasNewTolerations = isOwn && !sameJSON(old.spec?.tolerations, now.spec?.tolerations)
  if (hasNewTolerations && constraints.some(({ honorsTaints }) => honorsTaints)) return true
  const [before, after] = [old.metadata?.labels ?? {}, now.metadata?.labels ?? {}]
  return constraints.some(({ selector }) => selector.matches(before) !== selector.matches(after))
}

function isInvolved({ metadata, spec, status }: Pod, pod: PodInfo): boolean {
  if (metadata?.uid === pod.uid) return true
  return Boolean(spec?.nodeName || status?.nominatedNodeName) && metadata?.namespace === pod.namespace
}

function matchesAny(pod: Pod | undefined, constraints: Constraints): boolean {
  return constraints.some(({ selector }) => selector.matches(pod?.metadata?.labels ?? {}))
}

function nodeHelps({ old, new: now }: NodeEvent, constraints: Constraints): boolean {
  const has = (node: Node | undefined) => node !== undefined && hasTopologies(node.metadata?.labels ?? {}, constraints)
  if (old === undefined || now === undefined) return has(old ?? now)
  if (has(old) !== has(now)) return true
  if (!has(now)) return false
  const [before, after] = [old.metadata?.labels ?? {}, now.metadata?.labels ?? {}]
  return (
    constraints.some(({ topologyKey }) => before[topologyKey] !== after[topologyKey]) ||
    !sameJSON(old.spec?.taints, now.spec?.taints)
  )
}
