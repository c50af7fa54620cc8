import type { DaemonSet } from 'apimachinery/api/apps/v1'
import type { Node } from 'apimachinery/api/core/v1'
import { requiredNodes } from '../node-selection/node-affinity.js'
import { untoleratedTaint } from '../node-selection/taints.js'
import { daemonTolerations } from './daemon-template.js'

/** What a daemon set does on a node. */
export interface Placement {
  /** A pod is created where there is none. */
  readonly runs: boolean
  /** A pod that is there stays. */
  readonly continues: boolean
}

const nowhere: Placement = { runs: false, continues: false }

/** Whether a daemon set has a pod on a node. Source: `NodeShouldRunDaemonPod` in pkg/controller/daemon of Kubernetes. */
export function placementOn(node: Node, { spec }: DaemonSet): Placement {
  const pod = spec?.template.spec
  const name = node.metadata?.name ?? ''
  if (pod?.nodeName && pod.nodeName !== name) return nowhere
  if (pod !== undefined && requiredNodes(pod)?.(node) === false) return nowhere
  const taints = node.spec?.taints ?? []
  const tolerations = daemonTolerations(pod ?? { containers: [] })
  if (untoleratedTaint(taints, tolerations, ['NoExecute', 'NoSchedule']) === undefined) {
    return { runs: true, continues: true }
  }
  return { runs: false, continues: untoleratedTaint(taints, tolerations, ['NoExecute']) === undefined }
}
