import type { Pod } from 'apimachinery/api/core/v1'
import { pairOn } from './daemon-pods.js'
import type { Changes } from './node-decisions.js'
import type { UpdateLimits } from './update-limits.js'
import type { UpdateView } from './update-view.js'

/** How many pods may surge, and which nodes have a pod. */
export interface Surge {
  readonly limits: UpdateLimits
  readonly isChosen: (node: string) => boolean
}

/** What is found on nodes. */
interface Found {
  /** Nodes whose old pod is not available: they get a new one at once. */
  readonly needed: string[]
  /** Nodes whose old pod is available. */
  readonly candidates: string[]
  readonly delete: Pod[]
  /** Available pods on nodes that are not chosen any more. */
  readonly misplaced: Pod[]
  surging: number
  available: number
}

/** New pods beside old ones, which go when the new ones are available. Source: `rollingUpdate` in pkg/controller/daemon of Kubernetes. */
export function surgingUpdate(view: UpdateView, surge: Surge): Changes {
  const { limits } = surge
  const found: Found = { needed: [], candidates: [], delete: [], misplaced: [], surging: 0, available: 0 }
  for (const [node, pods] of view.byNode) {
    const pair = pairOn(pods, view.newest)
    if (pair === undefined) found.surging++
    else look(view, surge, { ...pair, node, found })
  }
  const spare = Math.max(0, found.available - limits.desired)
  const allowed = Math.max(0, limits.maxSurge - found.surging)
  return {
    create: [...found.needed, ...found.candidates.slice(0, allowed)],
    delete: [...found.delete, ...found.misplaced.slice(0, spare)],
  }
}

function look(
  { isAvailable }: UpdateView,
  { limits, isChosen }: Surge,
  {
    newPod,
    oldPod,
    node,
    found,
  }: {
    readonly newPod: Pod | undefined
    readonly oldPod: Pod | undefined
    readonly node: string
    readonly found: Found
  },
): void {
  const counted = oldPod ?? newPod
  if (counted !== undefined && isAvailable(counted)) found.available++
  if (oldPod === undefined) return
  if (newPod !== undefined) {
    if (isAvailable(newPod)) found.delete.push(oldPod)
    else found.surging++
  } else if (!isAvailable(oldPod)) {
    if (isChosen(node)) found.needed.push(node)
    else found.delete.push(oldPod)
  } else if (!isChosen(node)) {
    found.misplaced.push(oldPod)
  } else if (found.surging < limits.maxSurge) {
    found.candidates.push(node)
  }
}
