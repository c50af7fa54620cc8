import type { Container, ContainerStatus, Pod } from 'apimachinery/api/core/v1'
import { isPodActive } from '../../controllers/pod-control/pod-state.js'
import { readyStatus, runningStatus } from '../default-stages/pod-status.js'
import { type StageFunctions, stageOfFunctions } from '../default-stages/stage-of-function.js'
import type { Stage, StageEvent } from '../stages/stage.js'
import { timeOfTry, triesAfter } from './back-off.js'
import { failureWeight, timeOf } from './failing-pod.js'
import { failureOf, isFailing, type PodFailure } from './failure-annotations.js'

/** How long the error of a pull is shown before the pod waits for the next one, in milliseconds. */
const shown = 1000

/**
 * Images that cannot be pulled: tried again after 10 seconds, doubled up to 5 minutes. Source: pkg/kubelet/images.
 */
export const failingImageStages: readonly Stage[] = [
  stageOfFunctions<Pod>('Pod', {
    name: 'pod-image-pull-fails',
    weight: failureWeight,
    matches: (pod) => isPending(pod) && waitingReason(pod) === undefined,
    delay: () => 0,
    steps: [{ events: pullEvents }, { status: (pod, functions) => pullStatus(pod, functions) }],
  }),
  stageOfFunctions<Pod>('Pod', {
    name: 'pod-image-pull-backs-off',
    weight: failureWeight,
    matches: (pod) => isPending(pod) && waitingReason(pod) === 'ErrImagePull',
    delay: () => shown,
    steps: [
      { events: backOffEvents },
      { status: (pod, functions) => waitingStatus(pod, functions, 'ImagePullBackOff') },
    ],
  }),
  stageOfFunctions<Pod>('Pod', {
    name: 'pod-image-pull-again',
    weight: failureWeight,
    matches: (pod) => isPending(pod) && waitingReason(pod) === 'ImagePullBackOff',
    delay: (pod, { now }) => {
      const start = timeOf(pod.status?.startTime, now)
      return start + timeOfTry(triesAfter(now - start) + 1) - now
    },
    steps: [
      { events: (pod, { now }) => (isPulled(pod, now) ? pulledEvents(pod) : pullEvents(pod)) },
      { status: (pod, functions) => pullStatus(pod, functions) },
    ],
  }),
]

function failure(pod: Pod): PodFailure | undefined {
  const found = failureOf(pod)
  return found?.kind === 'image-pull' ? found : undefined
}

function isPending(pod: Pod): boolean {
  return isPodActive(pod) && (pod.status?.phase ?? 'Pending') === 'Pending' && failure(pod) !== undefined
}

function waitingReason({ status }: Pod): string | undefined {
  const reasons = status?.containerStatuses?.map(({ state }) => state?.waiting?.reason) ?? []
  return reasons.find((reason) => reason === 'ErrImagePull' || reason === 'ImagePullBackOff')
}

/** Whether the image is there at last. */
function isPulled(pod: Pod, now: number): boolean {
  const { times } = failure(pod) ?? {}
  return times !== undefined && triesAfter(now - timeOf(pod.status?.startTime, now)) > times
}

function failing(pod: Pod): readonly Container[] {
  const found = failure(pod)
  return found === undefined ? [] : (pod.spec?.containers ?? []).filter((each) => isFailing(found, each))
}

/** What the runtime says. */
function pullError(pod: Pod, image: string): string {
  const given = failure(pod)?.message
  if (given !== undefined) return given
  const pull = `failed to pull and unpack image "${image}": failed to resolve reference "${image}": ${image}: not found`
  return `rpc error: code = NotFound desc = ${pull}`
}

function pullEvents(pod: Pod): readonly StageEvent[] {
  return failing(pod).flatMap(({ image = '' }) => [
    { type: 'Normal', reason: 'Pulling', message: `Pulling image "${image}"` },
    { type: 'Warning', reason: 'Failed', message: `Failed to pull image "${image}": ${pullError(pod, image)}` },
    { type: 'Warning', reason: 'Failed', message: 'Error: ErrImagePull' },
  ])
}

function backOffEvents(pod: Pod): readonly StageEvent[] {
  return failing(pod).flatMap(({ image = '' }) => [
    { type: 'Normal', reason: 'BackOff', message: `Back-off pulling image "${image}"` },
    { type: 'Warning', reason: 'Failed', message: 'Error: ImagePullBackOff' },
  ])
}

function pulledEvents(pod: Pod): readonly StageEvent[] {
  return failing(pod).flatMap(({ image = '' }) => [
    { type: 'Normal', reason: 'Pulling', message: `Pulling image "${image}"` },
    { type: 'Normal', reason: 'Created', message: 'Container created' },
    { type: 'Normal', reason: 'Started', message: 'Container started' },
  ])
}

function pullStatus(pod: Pod, functions: StageFunctions): object {
  const now = Date.parse(functions.now)
  if (!isPulled(pod, now)) return waitingStatus(pod, functions, 'ErrImagePull')
  const { startTime, hostIP, hostIPs, podIP, podIPs } = pod.status ?? {}
  // The addresses stay what they were.
  const known = {
    podIPs: () => podIPs?.map(({ ip = '' }) => ip) ?? [],
    nodeIPs: () => hostIPs?.map(({ ip = '' }) => ip) ?? [],
  }
  return { ...runningStatus(pod, { ...functions, ...known }), startTime, hostIP, hostIPs, podIP, podIPs }
}

function waitingStatus(pod: Pod, functions: StageFunctions, reason: 'ErrImagePull' | 'ImagePullBackOff'): object {
  const isFirst = pod.status?.startTime === undefined
  const begun = isFirst ? runningStatus(pod, functions) : undefined
  const running = (isFirst ? begun?.containerStatuses : pod.status?.containerStatuses) ?? []
  const failingNames = new Set(failing(pod).map(({ name }) => name))
  const statuses = running.map((each): ContainerStatus => {
    if (!failingNames.has(each.name)) return each
    const waiting = { reason, message: waitingMessage(pod, each.image ?? '', reason) }
    return { ...each, ready: false, started: false, containerID: '', imageID: '', state: { waiting }, lastState: {} }
  })
  return { ...begun, ...readyStatus(pod, statuses, { time: functions.now, phase: 'Pending' }) }
}

function waitingMessage(pod: Pod, image: string, reason: 'ErrImagePull' | 'ImagePullBackOff'): string {
  const error = pullError(pod, image)
  return reason === 'ErrImagePull' ? error : `Back-off pulling image "${image}": ErrImagePull: ${error}`
}
