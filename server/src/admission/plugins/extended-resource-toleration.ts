import type { Toleration } from 'apimachinery/api/core/v1'
import type { AdmissionPlugin } from '../plugin.js'
import { podOf } from '../pod-of.js'

/**
 * Lets pods that ask for an extended resource run on nodes that are kept for it.
 *
 * Source: plugin/pkg/admission/extendedresourcetoleration.
 */
export const extendedResourceToleration: AdmissionPlugin = {
  resources: ['pods'],
  handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
  async admit(attributes) {
    const pod = podOf(attributes)
    if (pod === undefined) return
    const containers = [...(pod.spec.containers ?? []), ...(pod.spec.initContainers ?? [])]
    const names = containers.flatMap(({ resources }) => Object.keys(resources?.requests ?? {})).filter(isExtended)
    for (const key of [...new Set(names)].sort()) {
      pod.spec.tolerations = withToleration(pod.spec.tolerations ?? [], key)
    }
  },
}

/** A toleration of the same taint that says otherwise is replaced. */
function withToleration(tolerations: readonly Toleration[], key: string): Toleration[] {
  const added: Toleration = { key, operator: 'Exists' }
  const same = (one: Toleration): boolean => one.key === key && !one.effect && one.operator === 'Exists' && !one.value
  return tolerations.some(same) ? [...tolerations] : [...tolerations, added]
}

/** Source: `IsExtendedResourceName` of pkg/apis/core/helper. */
function isExtended(name: string): boolean {
  const native = !name.includes('/') || name.includes('kubernetes.io/')
  return !native && !name.startsWith('requests.')
}
