import type { ClusterEvent } from '../queue/cluster-event.js'
import type { NodeInfo } from '../state/node-info.js'
import type { PodInfo } from '../state/pod-info.js'
import type { Rejection } from './status.js'

/** What a plugin has prepared to look at nodes for one pod. It may be kept for one scheduling attempt only. */
export interface NodeFilter {
  /** Why the pod cannot run on a node; nothing if it can. */
  filter(node: NodeInfo): Rejection | undefined
  /** The only nodes that come into question, by name. */
  readonly nodeNames?: ReadonlySet<string> | undefined
  /** As if another pod was on the node. Absent where other pods do not matter beyond the node itself. */
  addPod?(pod: PodInfo, node: NodeInfo): void
  /** As if another pod was not on the node. */
  removePod?(pod: PodInfo, node: NodeInfo): void
  /** A copy that `addPod` and `removePod` may change. */
  clone?(): NodeFilter
  /** Reserves what the pod needs on the node that was chosen, if there is something to do before it is bound. */
  reserve?(node: NodeInfo): Reservation | undefined
}

/** What is kept for a pod that is going to be bound. */
export interface Reservation {
  /** Does what has to be done before the pod is bound. Throws if it cannot be done, or when the signal is aborted. */
  prepare(signal: AbortSignal): Promise<void>
  /** Gives it up. */
  release(): void
}

/** Whether a prepared filter rejects the pod on every node. */
export function isRejection(prepared: NodeFilter | Rejection): prepared is Rejection {
  return 'code' in prepared
}

/** A plugin that rejects nodes. */
export interface FilterPlugin {
  readonly name: string
  /** Prepares for a pod: a filter, a rejection of the pod on all nodes, or nothing where the plugin does not look at it. */
  prepareFilter(pod: PodInfo): NodeFilter | Rejection | undefined
  /** Whether an event may make a pod schedulable that this plugin has rejected. */
  mayHelp(event: ClusterEvent, pod: PodInfo): boolean
}

/** Scores of nodes for one pod. */
export interface NodeScorer {
  score(node: NodeInfo): number
  /** Brings the scores, which are changed, into 0 to 100. */
  normalize?(scores: number[], nodes: readonly NodeInfo[]): void
}

/** A plugin that prefers nodes. */
export interface ScorePlugin {
  readonly name: string
  /** How much its scores count. */
  readonly weight: number
  /** Prepares for a pod and the nodes it fits; nothing where all nodes are alike. */
  prepareScore(pod: PodInfo, nodes: readonly NodeInfo[]): NodeScorer | undefined
}

/** The highest score of a node. */
export const maxScore = 100

/** Scales scores so that the highest is 100, and turns them around if asked. Source: `DefaultNormalizeScore`. */
export function normalizeByHighest(scores: number[], reverse: boolean): void {
  let highest = 0
  for (const score of scores) if (score > highest) highest = score
  for (let i = 0; i < scores.length; i++) {
    const scaled = highest === 0 ? 0 : Math.trunc((maxScore * scores[i]!) / highest)
    scores[i] = reverse ? maxScore - scaled : scaled
  }
}
