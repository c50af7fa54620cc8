import type { ContainerStatus, Pod } from 'apimachinery/api/core/v1'
import { formatDuration } from 'apimachinery/scalar'
import { isPodActive } from '../../controllers/pod-control/pod-state.js'
import { readyStatus } from '../default-stages/pod-status.js'
import { stageOfFunctions } from '../default-stages/stage-of-function.js'
import type { Stage, StageEvent, StageMoment } from '../stages/stage.js'
import { backOffBefore } from './back-off.js'
import { failureWeight, podText, timeOf } from './failing-pod.js'
import { failureOf, isFailing, type PodFailure } from './failure-annotations.js'

const backOffReason = 'CrashLoopBackOff'

/**
 * Containers that exit or are killed for their use of memory, and are started again: at once after the first time, then after 10 seconds, doubled
 * up to 5 minutes. Source: `doBackOff` of pkg/kubelet/kuberuntime.
 */
export const failingContainerStages: readonly Stage[] = [
  stageOfFunctions<Pod>('Pod', {
    name: 'pod-container-fails',
    weight: failureWeight,
    matches: (pod) => isPodActive(pod) && dueToFail(pod).length > 0,
    delay: (pod, moment) => Math.min(...dueToFail(pod).map((each) => failsIn(pod, each, moment))),
    steps: [
      { events: (pod, moment) => eventsOfFailure(pod, moment) },
      { status: (pod, { now }) => failedStatus(pod, now) },
    ],
  }),
  stageOfFunctions<Pod>('Pod', {
    name: 'pod-container-restarts',
    weight: failureWeight,
    matches: (pod) => isPodActive(pod) && dueToFail(pod).length === 0 && waiting(pod).length > 0,
    delay: (pod, { now }) => Math.min(...waiting(pod).map((each) => restartsAt(each) - now)),
    steps: [
      {
        events: (pod, moment) =>
          waiting(pod)
            .filter((each) => restartsAt(each) <= moment.now)
            .flatMap(startEvents(pod)),
      },
      { status: (pod, { now }) => restartedStatus(pod, now) },
    ],
  }),
]

/** The failure of a pod, if it is one of running containers. */
function containerFailure(pod: Pod): PodFailure | undefined {
  const failure = failureOf(pod)
  return failure?.kind === 'crash' || failure?.kind === 'oom' ? failure : undefined
}

/** Containers that run and will fail. */
function dueToFail(pod: Pod): readonly ContainerStatus[] {
  const failure = pod.status?.phase === 'Running' ? containerFailure(pod) : undefined
  if (failure === undefined) return []
  return (pod.status?.containerStatuses ?? []).filter((each) => {
    const isOften = failure.times === undefined || (each.restartCount ?? 0) < failure.times
    return isOften && each.state?.running !== undefined && isFailing(failure, each)
  })
}

function failsIn(pod: Pod, { state }: ContainerStatus, { now }: Pick<StageMoment, 'now'>): number {
  return timeOf(state?.running?.startedAt, now) + (containerFailure(pod)?.after ?? 0) - now
}

/** Containers that wait until they are started again. */
function waiting(pod: Pod): readonly ContainerStatus[] {
  return (pod.status?.containerStatuses ?? []).filter(({ state }) => state?.waiting?.reason === backOffReason)
}

function restartsAt({ lastState, restartCount = 0 }: ContainerStatus): number {
  return timeOf(lastState?.terminated?.finishedAt, 0) + pauseAfter(restartCount)
}

/** The first time a container is started again at once. */
function pauseAfter(restarts: number): number {
  return restarts === 0 ? 0 : backOffBefore(restarts)
}

function isRestarted({ spec }: Pod, exitCode: number): boolean {
  return spec?.restartPolicy !== 'Never' && !(spec?.restartPolicy === 'OnFailure' && exitCode === 0)
}

/** The containers that fail now; others that run are left alone. */
function failsNow(pod: Pod, now: number): (status: ContainerStatus) => boolean {
  const due = new Set(dueToFail(pod).filter((each) => failsIn(pod, each, { now }) <= 0))
  return (status) => due.has(status)
}

function failedStatus(pod: Pod, time: string): object {
  const failure = containerFailure(pod)
  const fails = failsNow(pod, Date.parse(time))
  const statuses = (pod.status?.containerStatuses ?? []).map((each) =>
    failure !== undefined && fails(each) ? failedContainer(pod, each, { failure, time }) : each,
  )
  const isOver = statuses.every(({ state }) => state?.terminated !== undefined)
  return readyStatus(pod, statuses, { time, phase: isOver ? 'Failed' : undefined })
}

function failedContainer(
  pod: Pod,
  status: ContainerStatus,
  { failure, time }: { readonly failure: PodFailure; readonly time: string },
): ContainerStatus {
  const isKilled = failure.kind === 'oom'
  const exitCode = isKilled ? 137 : failure.exitCode
  const terminated = {
    exitCode,
    reason: isKilled ? 'OOMKilled' : exitCode === 0 ? 'Completed' : 'Error',
    ...(failure.message !== undefined && { message: failure.message }),
    startedAt: status.state?.running?.startedAt ?? time,
    finishedAt: time,
    containerID: status.containerID,
  }
  const restarts = status.restartCount ?? 0
  if (!isRestarted(pod, exitCode)) return { ...status, ready: false, started: false, state: { terminated } }
  const lastState = { terminated }
  if (restarts === 0) {
    return {
      ...status,
      ready: true,
      started: true,
      restartCount: 1,
      lastState,
      state: { running: { startedAt: time } },
    }
  }
  const pause = formatDuration(BigInt(pauseAfter(restarts)) * 1_000_000n)
  const message = `back-off ${pause} restarting failed container=${status.name} pod=${podText(pod)}`
  return { ...status, ready: false, started: false, lastState, state: { waiting: { reason: backOffReason, message } } }
}

function eventsOfFailure(pod: Pod, { now }: Pick<StageMoment, 'now'>): readonly StageEvent[] {
  return dueToFail(pod)
    .filter((each) => isRestarted(pod, containerFailure(pod)?.exitCode ?? 1) && failsNow(pod, now)(each))
    .flatMap((each) => {
      if ((each.restartCount ?? 0) === 0) return startEvents(pod)(each)
      const message = `Back-off restarting failed container ${each.name} in pod ${podText(pod)}`
      return [{ type: 'Warning', reason: 'BackOff', message }]
    })
}

/** The events of a container that is started. */
function startEvents(pod: Pod): (status: ContainerStatus) => readonly StageEvent[] {
  return ({ name }) => {
    const image = pod.spec?.containers.find((each) => each.name === name)?.image ?? ''
    const pulled = `Container image "${image}" already present on machine and can be accessed by the pod`
    return [
      { type: 'Normal', reason: 'Pulled', message: pulled },
      { type: 'Normal', reason: 'Created', message: 'Container created' },
      { type: 'Normal', reason: 'Started', message: 'Container started' },
    ]
  }
}

function restartedStatus(pod: Pod, time: string): object {
  const due = new Set(waiting(pod).filter((each) => restartsAt(each) <= Date.parse(time)))
  const statuses = (pod.status?.containerStatuses ?? []).map((each): ContainerStatus => {
    if (!due.has(each)) return each
    const restartCount = (each.restartCount ?? 0) + 1
    return { ...each, ready: true, started: true, restartCount, state: { running: { startedAt: time } } }
  })
  return readyStatus(pod, statuses, { time })
}
