import type { NodeInfo } from '../state/node-info.js'
import type { PodInfo } from '../state/pod-info.js'
import type { ScorePlugin } from './plugin.js'

/** The scores of nodes that a pod fits, weighted and added up. Source: `RunScorePlugins` of pkg/scheduler/framework/runtime. */
export function scoreNodes(plugins: readonly ScorePlugin[], pod: PodInfo, nodes: readonly NodeInfo[]): number[] {
  const totals = new Array<number>(nodes.length).fill(0)
  for (const plugin of plugins) {
    const scorer = plugin.prepareScore(pod, nodes)
    if (scorer === undefined) continue
    const scores = new Array<number>(nodes.length)
    for (let i = 0; i < nodes.length; i++) scores[i] = scorer.score(nodes[i]!)
    scorer.normalize?.(scores, nodes)
    for (let i = 0; i < nodes.length; i++) totals[i]! += scores[i]! * plugin.weight
  }
  return totals
}

/** One of the nodes with the highest score, any of them with the same chance. */
export function pickBest(nodes: readonly NodeInfo[], scores: readonly number[], random: () => number): NodeInfo {
  let best: NodeInfo[] = []
  let highest = Number.NEGATIVE_INFINITY
  for (const [i, node] of nodes.entries()) {
    if (scores[i]! > highest) {
      highest = scores[i]!
      best = [node]
    } else if (scores[i] === highest) best.push(node)
  }
  return best[Math.floor(random() * best.length)]!
}
