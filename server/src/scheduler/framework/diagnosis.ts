import type { PodInfo } from '../state/pod-info.js'
import type { Rejection } from './status.js'

/** Why a pod fits no node. Source: `Diagnosis` of pkg/scheduler/framework. */
export class Diagnosis {
  /** Rejections by name of the node. */
  readonly nodes = new Map<string, Rejection>()
  /** Of nodes that were not looked at, because they do not come into question. */
  absent: Rejection = { code: 'Unresolvable', reasons: [] }
  /** Of the pod on all nodes. */
  rejection: Rejection | undefined
  /** Plugins that have rejected something: changes that these wait for make the pod worth another try. */
  readonly plugins = new Set<string>()
  /** What preemption says. */
  postFilterMessage = ''

  reject(node: string, rejection: Rejection): void {
    this.nodes.set(node, rejection)
    if (rejection.plugin !== undefined) this.plugins.add(rejection.plugin)
  }

  rejectAll(rejection: Rejection): void {
    this.rejection = rejection
    this.absent = rejection
    if (rejection.plugin !== undefined) this.plugins.add(rejection.plugin)
  }

  /** The rejection of a node. */
  of(node: string): Rejection {
    return this.nodes.get(node) ?? this.absent
  }
}

/** The message of a pod that fits no node of so many. Source: `FitError.Error` of pkg/scheduler/framework. */
export function fitMessage(total: number, { nodes, absent, rejection, postFilterMessage }: Diagnosis): string {
  let message = `0/${total} nodes are available:`
  const reasons = rejection === undefined ? reasonCounts(total, { nodes, absent }) : rejection.reasons
  if (reasons.length > 0) message += ` ${reasons.join(', ')}.`
  if (postFilterMessage !== '') message += ` ${postFilterMessage}`
  return message
}

function reasonCounts(total: number, { nodes, absent }: Pick<Diagnosis, 'nodes' | 'absent'>): string[] {
  const counts = new Map<string, number>()
  const add = (reason: string, count: number) => counts.set(reason, (counts.get(reason) ?? 0) + count)
  for (const { reasons } of nodes.values()) for (const reason of reasons) add(reason, 1)
  if (nodes.size < total) for (const reason of absent.reasons) add(reason, total - nodes.size)
  return [...counts].map(([reason, count]) => `${count} ${reason}`).sort(byBytes)
}

/** As Go sorts text. */
function byBytes(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** The pod is kept from being scheduled, for a reason that is not an error. */
export interface FitFailure {
  readonly pod: PodInfo
  readonly total: number
  readonly diagnosis: Diagnosis
}
