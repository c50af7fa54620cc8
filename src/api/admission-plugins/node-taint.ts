import type { Node } from '../core/v1/types.gen.js'

/** Keeps pods from a new node until it is ready. Source: plugin/pkg/admission/nodetaint. */
export function addNotReadyTaint(node: Node): void {
  const taint = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' }
  node.spec ??= {}
  const taints = node.spec.taints ?? []
  if (taints.some(({ key, effect }) => key === taint.key && effect === taint.effect)) return
  node.spec.taints = [...taints, taint]
}
