import type { Toleration } from 'apimachinery/api/core/v1'
import type { AdmissionPlugin } from '../plugin.js'
import { podOf } from '../pod-of.js'

/**
 * Adds tolerations for nodes with extended resources to pods that request them.
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

/** A different toleration of the same taint is replaced. */
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
