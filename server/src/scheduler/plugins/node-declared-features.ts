import type { PodSpec } from 'apimachinery/api/core/v1'
import type { FilterPlugin } from '../framework/plugin.js'
import { unresolvable } from '../framework/status.js'
import { sameJSON } from '../queue/same-json.js'

const rejected = unresolvable("node(s) didn't match Pod's required features")

/** Rejects nodes that do not declare the features which a pod needs. Source: plugins/nodedeclaredfeatures. */
export const nodeDeclaredFeatures: FilterPlugin = {
  name: 'NodeDeclaredFeatures',
  prepareFilter({ pod }) {
    const needed = neededFeatures(pod.spec)
    if (needed.length === 0) return undefined
    return {
      filter({ node }) {
        const declared = node?.status?.declaredFeatures ?? []
        return needed.every((feature) => declared.includes(feature)) ? undefined : rejected
      },
    }
  },
  mayHelp(event, pod) {
    if (event.resource === 'node') return event.change === 'add' || event.change === 'features'
    if (event.resource !== 'pod' || event.old === undefined || event.new?.metadata?.uid !== pod.uid) return false
    return !sameJSON(neededFeatures(event.old.spec), neededFeatures(event.new.spec))
  },
}

/** Source: k8s.io/component-helpers/nodedeclaredfeatures/features. */
function neededFeatures(spec: PodSpec | undefined): string[] {
  const containers = [...(spec?.containers ?? []), ...(spec?.initContainers ?? [])]
  const restartsAll = containers.some(({ restartPolicyRules }) =>
    restartPolicyRules?.some(({ action }) => action === 'RestartAllContainers'),
  )
  const needed = restartsAll ? ['RestartAllContainersOnContainerExits'] : []
  if (spec?.hostNetwork === true && spec.hostUsers === false) needed.push('UserNamespacesHostNetworkSupport')
  return needed
}
