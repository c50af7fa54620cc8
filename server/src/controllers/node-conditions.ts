import type { Node, NodeCondition, Pod, PodCondition } from 'apimachinery/api/core/v1'

/** The condition of a node by its type. */
export function nodeCondition({ status }: Node, type: string): NodeCondition | undefined {
  return status?.conditions?.find((each) => each.type === type)
}

/** Whether a node is ready. */
export function isNodeReady(node: Node): boolean {
  return nodeCondition(node, 'Ready')?.status === 'True'
}

/**
 * The conditions of a pod with this one in place of that of its type; `undefined` if nothing changes but times. Source:
 * `UpdatePodCondition` of pkg/api/v1/pod of Kubernetes.
 */
export function withPodCondition({ status }: Pod, condition: PodCondition, now: string): PodCondition[] | undefined {
  const conditions = status?.conditions ?? []
  const old = conditions.find(({ type }) => type === condition.type)
  if (old === undefined) return [...conditions, { ...condition, lastTransitionTime: now }]
  const lastTransitionTime = old.status === condition.status ? (old.lastTransitionTime ?? now) : now
  const members = ['status', 'reason', 'message', 'lastProbeTime', 'observedGeneration'] as const
  const isSame =
    lastTransitionTime === old.lastTransitionTime &&
    members.every((each) => (old[each] ?? '') === (condition[each] ?? ''))
  if (isSame) return undefined
  return conditions.map((each) => (each === old ? { ...condition, lastTransitionTime } : each))
}
