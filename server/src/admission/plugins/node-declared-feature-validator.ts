import { Pod, type PodSpec } from 'apimachinery/api/core/v1'
import type { ClusterState } from '../cluster-state.js'
import { forbidden } from '../forbidden.js'
import type { AdmissionPlugin } from '../plugin.js'
import { hasSameSpec } from './pod-resize-validator.js'

/**
 * Refuses changes of a pod that its node cannot carry out, as it does not declare the feature.
 *
 * Source: plugin/pkg/admission/nodedeclaredfeatures, and k8s.io/component-helpers/nodedeclaredfeatures.
 */
export function nodeDeclaredFeatureValidator({ liveNode }: Pick<ClusterState, 'liveNode'>): AdmissionPlugin {
  return {
    resources: ['pods'],
    handles: (operation) => operation === 'UPDATE',
    async validate(attributes) {
      const { object, oldObject, resource, subresource } = attributes
      if (resource.group !== '' || resource.resource !== 'pods') return
      if (subresource !== '' && subresource !== 'resize') return
      if (!(object instanceof Pod) || !(oldObject instanceof Pod) || hasSameSpec(object, oldObject)) return
      const name = object.spec?.nodeName ?? ''
      const needed = name === '' ? [] : featuresNeeded(oldObject.spec, object.spec)
      if (needed.length === 0) return
      const node = await liveNode(name)
      if (node === undefined) throw forbidden(attributes, `node ${JSON.stringify(name)} not found`)
      const missing = needed.filter((feature) => !node.status?.declaredFeatures?.includes(feature))
      if (missing.length === 0) return
      const message = `pod update requires features ${missing.join(', ')} which are not available on node ${JSON.stringify(name)}`
      throw forbidden(attributes, message)
    },
  }
}

/** The node features that a change needs, by the names of feature gates. */
function featuresNeeded(before: PodSpec | undefined, after: PodSpec | undefined): string[] {
  const needed: string[] = []
  if (!isSame(before?.resources, after?.resources)) needed.push('InPlacePodLevelResourcesVerticalScaling')
  const containers = before?.initContainers ?? []
  const resized = containers.some(
    ({ restartPolicy, resources }, index) =>
      restartPolicy !== 'Always' && !isSame(resources, after?.initContainers?.[index]?.resources),
  )
  if (resized) needed.push('InPlacePodVerticalScalingInitContainers')
  return needed
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? {}) === JSON.stringify(b ?? {})
}
