import { Pod, type PodSpec } from 'apimachinery/api/core/v1'
import type { AdmissionAttributes } from './attributes.js'
import { isFor } from './forbidden.js'

/** The pod of a request for pods themselves; `undefined` for other requests and for subresources. */
export function podOf(attributes: AdmissionAttributes): (Pod & { spec: PodSpec }) | undefined {
  if (!isFor(attributes, '', 'pods') || !(attributes.object instanceof Pod)) return undefined
  attributes.object.spec ??= { containers: [] }
  return attributes.object as Pod & { spec: PodSpec }
}
