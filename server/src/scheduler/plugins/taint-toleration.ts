import { type FilterPlugin, normalizeByHighest, type ScorePlugin } from '../framework/plugin.js'
import { unresolvable } from '../framework/status.js'
import { hasUntoleratedTaint, tolerates } from '../matching/tolerations.js'
import type { NodeInfo } from '../state/node-info.js'

const name = 'TaintToleration'
const rejected = unresolvable('node(s) had untolerated taint(s)')

/** Rejects nodes with taints that the pod does not tolerate, and prefers those without. Source: plugins/tainttoleration. */
export const taintToleration: FilterPlugin & ScorePlugin = {
  name,
  weight: 3,
  prepareFilter({ pod }) {
    const tolerations = pod.spec?.tolerations
    return { filter: ({ node }) => (hasUntoleratedTaint(node?.spec?.taints, tolerations) ? rejected : undefined) }
  },
  prepareScore({ pod }, nodes) {
    // Where no node has such a taint, all get the same score.
    if (!nodes.some(hasPreferredTaint)) return undefined
    const tolerations = (pod.spec?.tolerations ?? []).filter(({ effect }) => !effect || effect === 'PreferNoSchedule')
    return {
      score({ node }) {
        let count = 0
        for (const taint of node?.spec?.taints ?? [])
          if (taint.effect === 'PreferNoSchedule' && !tolerates(tolerations, taint)) count++
        return count
      },
      normalize: (scores) => normalizeByHighest(scores, true),
    }
  },
  mayHelp(event, pod) {
    if (event.resource === 'pod') return event.change === 'tolerations' && event.new?.metadata?.uid === pod.uid
    if (event.resource !== 'node' || (event.change !== 'add' && event.change !== 'taints')) return false
    const { tolerations } = pod.pod.spec ?? {}
    if (hasUntoleratedTaint(event.new?.spec?.taints, tolerations)) return false
    return event.old === undefined || hasUntoleratedTaint(event.old.spec?.taints, tolerations)
  },
}

function hasPreferredTaint({ node }: NodeInfo): boolean {
  return node?.spec?.taints?.some(({ effect }) => effect === 'PreferNoSchedule') ?? false
}
