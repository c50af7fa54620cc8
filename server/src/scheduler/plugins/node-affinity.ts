import type { NodeSelectorTerm } from 'apimachinery/api/core/v1'
import { type NodeMatcher, nodeTermMatcher, requiredNodes } from '../../controllers/node-selection/node-affinity.js'
import { type FilterPlugin, type NodeFilter, normalizeByHighest, type ScorePlugin } from '../framework/plugin.js'
import { type Rejection, unresolvable } from '../framework/status.js'
import type { PodInfo } from '../state/pod-info.js'

const rejected = unresolvable("node(s) didn't match Pod's node affinity/selector")
const conflict = unresolvable('pod affinity terms conflict')

/** Rejects nodes that the pod does not select, and prefers those that it prefers. Source: plugins/nodeaffinity. */
export const nodeAffinity: FilterPlugin & ScorePlugin = {
  name: 'NodeAffinity',
  weight: 2,
  prepareFilter(pod): NodeFilter | Rejection | undefined {
    const matches = nodesFor(pod)
    if (matches === undefined) return undefined
    const nodeNames = namedNodes(pod)
    if (nodeNames?.size === 0) return conflict
    return { filter: ({ node }) => (node !== undefined && matches(node) ? undefined : rejected), nodeNames }
  },
  prepareScore({ pod }) {
    const preferred = pod.spec?.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution
    if (preferred === undefined || preferred.length === 0) return undefined
    const terms = preferred.map(({ weight, preference }) => ({ weight, matches: nodeTermMatcher(preference) }))
    return {
      score({ node }) {
        let score = 0
        for (const { weight, matches } of terms) if (node !== undefined && matches(node)) score += weight
        return score
      },
      normalize: (scores) => normalizeByHighest(scores, false),
    }
  },
  mayHelp(event, pod) {
    if (event.resource !== 'node' || (event.change !== 'add' && event.change !== 'labels')) return false
    const matches = nodesFor(pod)
    if (matches === undefined || event.new === undefined) return true
    return matches(event.new) && (event.old === undefined || !matches(event.old))
  },
}

function nodesFor({ pod }: PodInfo): NodeMatcher | undefined {
  return pod.spec && requiredNodes(pod.spec)
}

/** The nodes that terms select by name, where every term does; without name all nodes come into question. */
function namedNodes({ pod }: PodInfo): Set<string> | undefined {
  const required = pod.spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution
  const terms = required?.nodeSelectorTerms ?? []
  if (terms.length === 0) return undefined
  const names = new Set<string>()
  for (const term of terms) {
    const own = namesOf(term)
    if (own === undefined) return undefined
    for (const name of own) names.add(name)
  }
  return names
}

function namesOf({ matchFields = [] }: NodeSelectorTerm): string[] | undefined {
  let names: string[] | undefined
  for (const { key, operator, values = [] } of matchFields) {
    if (key !== 'metadata.name' || operator !== 'In') continue
    names = names === undefined ? values : names.filter((name) => values.includes(name))
  }
  return names
}
