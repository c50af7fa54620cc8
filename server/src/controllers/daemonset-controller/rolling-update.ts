import type { DaemonSet } from 'apimachinery/api/apps/v1'
import type { Node, Pod } from 'apimachinery/api/core/v1'
import { isPodAvailable } from '../pod-control/pod-state.js'
import { placementOn } from './daemon-placement.js'
import { pairOn } from './daemon-pods.js'
import { templateGeneration } from './daemon-template.js'
import type { Changes, NodeView } from './node-decisions.js'
import { surgingUpdate } from './surging-update.js'
import { updateLimits } from './update-limits.js'
import type { UpdateView } from './update-view.js'

/** The pods that a rolling update deletes, and those that it creates. Source: `rollingUpdate` in pkg/controller/daemon of Kubernetes. */
export function rollingUpdate(view: NodeView, nodes: readonly Node[]): Changes {
  const { set, hash, now } = view
  const chosen = nodes.filter((node) => placementOn(node, set).runs)
  const limits = updateLimits(set, chosen.length)
  const minReadySeconds = set.spec?.minReadySeconds ?? 0
  const updated: UpdateView = {
    ...view,
    byNode: new Map([...chosen.map((node) => [node.metadata?.name ?? '', []] as const), ...view.byNode]),
    newest: { hash, generation: templateGeneration(set) },
    isAvailable: (pod) => isPodAvailable(pod, minReadySeconds, now),
  }
  if (limits.maxSurge > 0) return surgingUpdate(updated, { limits, isChosen: chooser(set, nodes) })
  return { create: [], delete: replaced(updated, limits.maxUnavailable) }
}

function chooser(set: DaemonSet, nodes: readonly Node[]): (name: string) => boolean {
  return (name) => nodes.some((node) => node.metadata?.name === name && placementOn(node, set).runs)
}

/** Old pods that are deleted: those that are not available anyway, and others as long as there are enough available pods. */
function replaced({ byNode, newest, isAvailable }: UpdateView, maxUnavailable: number): Pod[] {
  const broken: Pod[] = []
  const candidates: Pod[] = []
  let unavailable = 0
  for (const pods of byNode.values()) {
    const pair = pairOn(pods, newest)
    const [newPod, oldPod] = [pair?.newPod, pair?.oldPod]
    if (newPod !== undefined && oldPod === undefined) {
      if (!isAvailable(newPod)) unavailable++
    } else if (oldPod === undefined || newPod !== undefined) {
      unavailable++
    } else if (!isAvailable(oldPod)) {
      broken.push(oldPod)
      unavailable++
    } else if (unavailable < maxUnavailable) {
      candidates.push(oldPod)
    }
  }
  return [...broken, ...candidates.slice(0, Math.max(0, maxUnavailable - unavailable))]
}
