import { type ClusterFacts, keepPriority, setPriority, validatePriorityClass } from 'apimachinery/api/admission-plugins'
import { Pod } from 'apimachinery/api/core/v1'
import { PriorityClass } from 'apimachinery/api/scheduling/v1'
import type { AdmissionPlugin } from '../plugin.js'

/**
 * Sets the priority of pods by their class, and allows only one default class.
 *
 * Source: plugin/pkg/admission/priority.
 */
export function priority(state: Pick<ClusterFacts, 'priorityClasses'>): AdmissionPlugin {
  return {
    resources: ['pods', 'priorityclasses.scheduling.k8s.io'],
    handles: (operation) => operation !== 'CONNECT',
    async admit({ operation, object, oldObject, subresource }) {
      if (!(object instanceof Pod) || subresource !== '') return
      if (operation === 'CREATE') setPriority(object, state)
      else if (oldObject instanceof Pod) keepPriority(object, oldObject)
    },
    async validate({ operation, object, oldObject, subresource }) {
      if (!(object instanceof PriorityClass) || subresource !== '' || operation === 'DELETE') return
      validatePriorityClass(object, oldObject as PriorityClass | undefined, state)
    },
  }
}
