import type { Pod, Toleration } from '../core/v1/types.gen.js'

/** For how many seconds pods tolerate a node that is not ready, or unreachable; 300 each by default. */
export interface TolerationSeconds {
  readonly notReady: number
  readonly unreachable: number
}

/** Adds the tolerations of unhealthy nodes that a pod lacks. Source: plugin/pkg/admission/defaulttolerationseconds. */
export function addDefaultTolerations(pod: Pod, { notReady, unreachable }: TolerationSeconds): void {
  pod.spec ??= { containers: [] }
  const given: readonly Toleration[] = pod.spec.tolerations ?? []
  const wanted = { 'node.kubernetes.io/not-ready': notReady, 'node.kubernetes.io/unreachable': unreachable }
  const added = Object.entries(wanted)
    .filter(
      ([outage]) => !given.some(({ key, effect }) => (!key || key === outage) && (!effect || effect === 'NoExecute')),
    )
    .map(([key, tolerationSeconds]) => ({ key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds }))
  if (added.length > 0) pod.spec.tolerations = [...given, ...added]
}
