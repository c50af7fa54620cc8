/**
 * How a node or a pod was rejected: `Unschedulable` may be resolved by preempting other pods, `Unresolvable` not.
 * Source: `Code` of k8s.io/kube-scheduler/framework.
 */
export type RejectionCode = 'Unschedulable' | 'Unresolvable'

/** Why a plugin rejects a node, or a pod on all nodes. */
export interface Rejection {
  readonly code: RejectionCode
  readonly reasons: readonly string[]
  /** Name of the plugin; set where plugins are run. */
  readonly plugin?: string | undefined
}

/** A rejection that other pods' removal may resolve. */
export function unschedulable(...reasons: string[]): Rejection {
  return { code: 'Unschedulable', reasons }
}

/** A rejection that no removal of pods resolves. */
export function unresolvable(...reasons: string[]): Rejection {
  return { code: 'Unresolvable', reasons }
}
