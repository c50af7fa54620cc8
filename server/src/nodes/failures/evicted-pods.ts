import type { Pod } from 'apimachinery/api/core/v1'
import { isPodActive } from '../../controllers/pod-control/pod-state.js'
import { readyStatus } from '../default-stages/pod-status.js'
import { stageOfFunctions } from '../default-stages/stage-of-function.js'
import type { Stage } from '../stages/stage.js'
import { failureWeight, timeOf } from './failing-pod.js'
import { failureOf } from './failure-annotations.js'

/** What is told of a node that has too little memory. */
const lowMemory = 'The node was low on resource: memory. Threshold quantity: 100Mi, available: 52Ki. '

/** Pods that are evicted because they ask for it. */
export const evictedPodStages: readonly Stage[] = [
  stageOfFunctions<Pod>('Pod', {
    name: 'pod-evict',
    weight: failureWeight,
    matches: (pod) => isPodActive(pod) && pod.status?.phase === 'Running' && failureOf(pod)?.kind === 'evict',
    delay: (pod, { now }) => timeOf(pod.status?.startTime, now) + (failureOf(pod)?.after ?? 0) - now,
    steps: [
      { events: (pod) => [{ type: 'Warning', reason: 'Evicted', message: failureOf(pod)?.message ?? lowMemory }] },
      { status: (pod, { now }) => evictedStatus(pod, failureOf(pod)?.message ?? lowMemory, now) },
    ],
  }),
]

/** The message about a pod whose containers use more memory than they asked for: `uses` by container, as quantities. */
export function evictionMessage(pod: Pod, uses: ReadonlyMap<string, string>): string {
  const parts = (pod.spec?.containers ?? []).map(({ name, resources }) => {
    const use = uses.get(name)
    const request = resources?.requests?.memory ?? '0'
    return use === undefined
      ? ''
      : `Container ${name} was using ${use}, request is ${request}, has larger consumption of memory. `
  })
  return `${lowMemory}${parts.join('')}`
}

/** The status of a pod that its kubelet has evicted. */
export function evictedStatus(pod: Pod, message: string, time: string): object {
  const statuses = (pod.status?.containerStatuses ?? []).map((each) => {
    if (each.state?.running === undefined) return each
    const { startedAt } = each.state.running
    const terminated = { exitCode: 137, reason: 'Error', startedAt, finishedAt: time, containerID: each.containerID }
    return { ...each, ready: false, started: false, state: { terminated } }
  })
  const status = readyStatus(pod, statuses, { time, phase: 'Failed' })
  const target = {
    type: 'DisruptionTarget',
    status: 'True',
    reason: 'TerminationByKubelet',
    message,
    lastTransitionTime: time,
    observedGeneration: pod.metadata?.generation,
  }
  const conditions = [...status.conditions.filter(({ type }) => type !== target.type), target]
  return { ...status, conditions, reason: 'Evicted', message }
}
