import { type Node, Pod } from 'apimachinery/api/core/v1'
import { Quantity } from 'apimachinery/resource'
import { getLabels, getName } from 'apimachinery/runtime'
import type { AdmissionAttributes } from '../attributes.js'
import type { ClusterState } from '../cluster-state.js'
import { forbidden } from '../forbidden.js'
import type { AdmissionPlugin } from '../plugin.js'
import { podRequirements } from '../pod-requirements.js'
import { addAmounts, amountsOf } from '../resource-amounts.js'

/** Refuses to resize a pod beyond what its node has, and on nodes that are not Linux. Source: plugin/pkg/admission/podresize. */
export function podResizeValidator({ liveNode }: Pick<ClusterState, 'liveNode'>): AdmissionPlugin {
  return {
    resources: ['pods'],
    handles: (operation) => operation === 'UPDATE',
    async validate(attributes) {
      const { object, oldObject, resource, subresource } = attributes
      if (resource.group !== '' || resource.resource !== 'pods' || subresource !== 'resize') return
      if (!(object instanceof Pod) || !(oldObject instanceof Pod) || hasSameSpec(object, oldObject)) return
      const name = object.spec?.nodeName ?? ''
      if (name === '') return
      const node = await liveNode(name)
      if (node === undefined) throw forbidden(attributes, `node ${JSON.stringify(name)} not found`)
      const tooMuch = excessOf(object, node)
      if (tooMuch !== '') {
        throw forbiddenWithCause(
          attributes,
          'NodeCapacity',
          `Node didn't have enough allocatable resources: ${tooMuch}`,
        )
      }
      const system = getLabels(node)?.['kubernetes.io/os'] ?? ''
      if (system === 'linux') return
      const message = `pod resize is only supported on linux nodes, node ${JSON.stringify(getName(node))} is ${JSON.stringify(system)}`
      throw forbiddenWithCause(attributes, 'UnsupportedPlatform', message)
    },
  }
}

/** The generation changes with the spec. */
export function hasSameSpec(object: Pod, oldObject: Pod): boolean {
  return object.metadata?.generation === oldObject.metadata?.generation
}

function forbiddenWithCause(attributes: AdmissionAttributes, reason: string, message: string): Error {
  const error = forbidden(attributes, message)
  const { details } = error.status
  Object.assign(details ?? {}, { causes: [...(details?.causes ?? []), { reason }] })
  return error
}

/** The resources of a pod that exceed those of its node, as text. */
function excessOf({ spec }: Pod, { status }: Node): string {
  const requests = addAmounts(podRequirements(spec ?? { containers: [] }, 'requests'), amountsOf(spec?.overhead))
  const allocatable = amountsOf(status?.allocatable)
  const none = Quantity.parse('0')
  const excess = (['cpu', 'memory'] as const).flatMap((name) => {
    const scale = name === 'cpu' ? -3 : 0
    const [requested, has] = [requests, allocatable].map((amounts) => (amounts.get(name) ?? none).scaledValue(scale))
    return requested! > has! ? [`${name}, requested: ${requested}, allocatable: ${has}`] : []
  })
  return excess.join('; ')
}
