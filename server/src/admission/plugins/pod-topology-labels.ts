import { Binding, Pod } from 'apimachinery/api/core/v1'
import { getLabels, type KubernetesObject, setLabels } from 'apimachinery/runtime'
import type { ClusterState } from '../cluster-state.js'
import type { AdmissionPlugin } from '../plugin.js'

const copied = ['topology.kubernetes.io/region', 'topology.kubernetes.io/zone']

/** Adds the topology labels of its node to a pod. Source: plugin/pkg/admission/podtopologylabels. */
export function podTopologyLabels({ liveNode }: Pick<ClusterState, 'liveNode'>): AdmissionPlugin {
  return {
    resources: ['pods'],
    handles: (operation) => operation === 'CREATE',
    async admit({ object, resource, subresource }) {
      if (resource.group !== '' || resource.resource !== 'pods' || object === undefined) return
      const name = subresource === '' || subresource === 'binding' ? nodeOf(object) : ''
      const node = name === '' ? undefined : await liveNode(name)
      if (node === undefined) return
      const found = Object.entries(getLabels(node) ?? {}).filter(([key]) => copied.includes(key))
      if (found.length > 0) setLabels(object, { ...getLabels(object), ...Object.fromEntries(found) })
    },
  }
}

function nodeOf(object: KubernetesObject): string {
  if (object instanceof Pod) return object.spec?.nodeName ?? ''
  return object instanceof Binding && object.target?.kind === 'Node' ? (object.target.name ?? '') : ''
}
