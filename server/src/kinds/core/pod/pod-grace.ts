import type { Pod } from 'apimachinery/api/core/v1'
import type { DeleteOptions } from 'apimachinery/meta/v1'

/**
 * Gives the deletion of a pod its grace period: what the request says, else what the pod says, and none where no kubelet has
 * anything to end.
 *
 * Source: `podStrategy.CheckGracefulDelete` of pkg/registry/core/pod.
 */
export function checkPodGracefulDelete(pod: Pod, options: DeleteOptions): boolean {
  const asked = options.gracePeriodSeconds ?? pod.spec?.terminationGracePeriodSeconds ?? 0
  const phase = pod.status?.phase
  const ended = !pod.spec?.nodeName || phase === 'Failed' || phase === 'Succeeded'
  options.gracePeriodSeconds = ended ? 0 : asked < 0 ? 1 : asked
  return true
}
