import type { Pod } from 'apimachinery/api/core/v1'
import type { Stage } from '../stages/stage.js'
import { endedStatus, runningStatus } from './pod-status.js'
import { stageOfFunctions } from './stage-of-function.js'

/** The outcome of a pod on a simulated node. */
export type PodOutcome = 'Running' | 'Succeeded' | 'Failed' | 'Pending'

/** The stages of pods: they run, end if that is their outcome, and are removed when they are deleted. */
export function podStages(outcome: (pod: Pod) => PodOutcome = defaultOutcome): readonly Stage[] {
  const isDeleting = ({ metadata }: Pod): boolean => metadata?.deletionTimestamp !== undefined
  const phase = ({ status }: Pod): string => status?.phase ?? 'Pending'
  return [
    stageOfFunctions<Pod>('Pod', { name: 'pod-delete', matches: isDeleting, steps: [{ delete: true }] }),
    stageOfFunctions<Pod>('Pod', {
      name: 'pod-run',
      matches: (pod) => !isDeleting(pod) && phase(pod) === 'Pending' && outcome(pod) !== 'Pending',
      steps: [{ status: runningStatus }],
    }),
    stageOfFunctions<Pod>('Pod', {
      name: 'pod-end',
      matches: (pod) => !isDeleting(pod) && phase(pod) === 'Running' && /^(Succeeded|Failed)$/.test(outcome(pod)),
      steps: [{ status: (pod, { now }) => endedStatus(pod, outcome(pod) === 'Failed' ? 1 : 0, now) }],
    }),
  ]
}

/** Pods that are always restarted run, others succeed. */
function defaultOutcome({ spec }: Pod): PodOutcome {
  return spec?.restartPolicy === undefined || spec.restartPolicy === 'Always' ? 'Running' : 'Succeeded'
}
