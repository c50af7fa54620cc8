import type { Pod } from 'apimachinery/api/core/v1'
import { type AffinityTerm, affinityTerms, type LabelledPod } from '../../matching/affinity-term.js'
import type { ClusterEvent } from '../../queue/cluster-event.js'
import type { PodInfo } from '../../state/pod-info.js'
import { matchesAll } from './affinity-filter.js'

type PodEvent = Extract<ClusterEvent, { resource: 'pod' }>
type NodeEvent = Extract<ClusterEvent, { resource: 'node' }>
type Labels = Readonly<Record<string, string>>

const podChanges: readonly string[] = ['add', 'delete', 'labels']

/** Whether an event may help a pod that affinity or anti-affinity has kept from nodes. Source: plugins/interpodaffinity/plugin.go. */
export function affinityEvents(event: ClusterEvent, pod: PodInfo): boolean {
  if (event.resource === 'node') return (event.change === 'add' || event.change === 'labels') && nodeHelps(event, pod)
  return event.resource === 'pod' && podChanges.includes(event.change) && podHelps(event, pod)
}

function podHelps({ old, new: now }: PodEvent, pod: PodInfo): boolean {
  if (old !== undefined && now?.metadata?.uid === pod.uid) return true
  if ([old, now].some((each) => each !== undefined && !isPlaced(each))) return false
  const { requiredAffinity, requiredAntiAffinity } = pod
  if (old !== undefined && now !== undefined) {
    const [before, after] = [labelled(old), labelled(now)]
    if (!matchesAll(requiredAffinity, before) && matchesAll(requiredAffinity, after)) return true
    return matchesAll(requiredAntiAffinity, before) && !matchesAll(requiredAntiAffinity, after)
  }
  if (now !== undefined) return matchesAll(requiredAffinity, labelled(now))
  if (old === undefined) return false
  if (matchesAll(requiredAntiAffinity, labelled(old))) return true
  const terms = old.spec?.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution
  return matchesAll(affinityTerms(labelled(old), terms), pod)
}

function isPlaced({ spec, status }: Pod): boolean {
  return Boolean(spec?.nodeName || status?.nominatedNodeName)
}

function labelled({ metadata }: Pod): LabelledPod {
  return { namespace: metadata?.namespace ?? '', labels: metadata?.labels ?? {} }
}

function nodeHelps({ old, new: now }: NodeEvent, { requiredAffinity, requiredAntiAffinity }: PodInfo): boolean {
  const after: Labels = now?.metadata?.labels ?? {}
  if (old === undefined)
    return requiredAntiAffinity.length > 0 || requiredAffinity.some(({ topologyKey }) => topologyKey in after)
  const before: Labels = old.metadata?.labels ?? {}
  const joins = ({ topologyKey }: AffinityTerm) => topologyKey in after && before[topologyKey] !== after[topologyKey]
  const leaves = ({ topologyKey }: AffinityTerm) => topologyKey in before && before[topologyKey] !== after[topologyKey]
  return requiredAffinity.some(joins) || requiredAntiAffinity.some(leaves)
}
