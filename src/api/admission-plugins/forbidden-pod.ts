import { newForbidden } from '../../errors/new-status-error.js'
import type { StatusError } from '../../errors/status-error.js'
import type { Pod } from '../core/v1/types.gen.js'

/** The 403 for a pod; of a pod without a name yet it has what the name will begin with. Source: `NewForbidden` of k8s.io/apiserver/pkg/admission. */
export function forbiddenPod({ metadata }: Pod, message: string): StatusError {
  const name = metadata?.name || metadata?.generateName || 'Unknown'
  return newForbidden({ group: '', resource: 'pods' }, name, new Error(message))
}
