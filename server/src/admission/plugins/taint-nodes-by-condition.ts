import { addNotReadyTaint } from 'apimachinery/api/admission-plugins'
import { Node } from 'apimachinery/api/core/v1'
import type { AdmissionPlugin } from '../plugin.js'

/** Keeps pods from nodes that have not said yet that they are well. Source: plugin/pkg/admission/nodetaint. */
export const taintNodesByCondition: AdmissionPlugin = {
  resources: ['nodes'],
  handles: (operation) => operation === 'CREATE',
  async admit({ object, subresource }) {
    if (object instanceof Node && subresource === '') addNotReadyTaint(object)
  },
}
