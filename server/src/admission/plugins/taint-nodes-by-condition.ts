import { Node } from 'apimachinery/api/core/v1'
import type { AdmissionPlugin } from '../plugin.js'

/** Keeps pods from nodes that have not said yet that they are well. Source: plugin/pkg/admission/nodetaint. */
export const taintNodesByCondition: AdmissionPlugin = {
  resources: ['nodes'],
  handles: (operation) => operation === 'CREATE',
  async admit({ object, subresource }) {
    if (!(object instanceof Node) || subresource !== '') return
    const taint = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' }
    object.spec ??= {}
    const taints = object.spec.taints ?? []
    if (taints.some(({ key, effect }) => key === taint.key && effect === taint.effect)) return
    object.spec.taints = [...taints, taint]
  },
}
