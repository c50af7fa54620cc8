import { type ClusterFacts, setRuntimeClass, validateOverhead } from 'apimachinery/api/admission-plugins'
import type { AdmissionPlugin } from '../plugin.js'
import { podOf } from '../pod-of.js'

/**
 * Sets overhead, node selector and tolerations of pods by their runtime class. Source: plugin/pkg/admission/runtimeclass.
 */
export function runtimeClass(state: Pick<ClusterFacts, 'runtimeClasses'>): AdmissionPlugin {
  return {
    resources: ['pods'],
    handles: (operation) => operation === 'CREATE',
    async admit(attributes) {
      const pod = podOf(attributes)
      if (pod !== undefined) setRuntimeClass(pod, state)
    },
    async validate(attributes) {
      const pod = podOf(attributes)
      if (pod !== undefined) validateOverhead(pod, state)
    },
  }
}
