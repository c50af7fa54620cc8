import type { Container, ContainerStatus, Pod, PodCondition } from 'apimachinery/api/core/v1'
import type { StageFunctions } from './stage-of-function.js'

/** A merge patch of the status of a pod. */
export interface PodStatusPatch {
  readonly containerStatuses: readonly ContainerStatus[]
  readonly [field: string]: unknown
}

/** The status of a pod whose containers run and are ready. */
export function runningStatus(pod: Pod, { now, podIPs, nodeIPs }: StageFunctions): PodStatusPatch {
  const { spec } = pod
  const nodeName = spec?.nodeName ?? ''
  const [hosts, addresses] = [nodeIPs(nodeName), podIPs(nodeName, spec?.hostNetwork === true)]
  return {
    phase: 'Running',
    startTime: now,
    ...(hosts.length > 0 && { hostIP: hosts[0], hostIPs: hosts.map((ip) => ({ ip })) }),
    ...(addresses.length > 0 && { podIP: addresses[0], podIPs: addresses.map((ip) => ({ ip })) }),
    conditions: conditionsOf(pod, { time: now, isReady: true }),
    initContainerStatuses: spec?.initContainers?.map((each) => initStatus(pod, each, now)) ?? null,
    containerStatuses: spec?.containers.map((each) => runningContainer(pod, each, now)) ?? [],
  }
}

/** The status of a pod whose containers have ended. */
export function endedStatus(pod: Pod, exitCode: number, now: string): object {
  const reason = exitCode === 0 ? 'Completed' : 'Error'
  const containerStatuses = (pod.status?.containerStatuses ?? []).map((each) => ({
    ...each,
    ready: false,
    started: false,
    state: { terminated: { exitCode, reason, startedAt: each.state?.running?.startedAt ?? now, finishedAt: now } },
  }))
  const phase = exitCode === 0 ? 'Succeeded' : 'Failed'
  const conditions = conditionsOf(pod, {
    time: now,
    isReady: false,
    reason: phase === 'Failed' ? 'PodFailed' : 'PodCompleted',
  })
  return { phase, conditions, containerStatuses }
}

/** The part of the status of a pod that follows from its containers. */
export interface StatusOfContainers {
  readonly conditions: readonly PodCondition[]
  readonly containerStatuses: readonly ContainerStatus[]
  readonly phase?: string
}

/** The status of a pod whose containers are in these states. */
export function readyStatus(
  pod: Pod,
  containerStatuses: readonly ContainerStatus[],
  { time, phase }: { readonly time: string; readonly phase?: string | undefined },
): StatusOfContainers {
  const unready = containerStatuses.filter(({ ready }) => !ready).map(({ name }) => name)
  const readiness = { time, isReady: unready.length === 0, ...unreadyReason(unready, phase) }
  return { ...(phase !== undefined && { phase }), conditions: conditionsOf(pod, readiness), containerStatuses }
}

function unreadyReason(unready: readonly string[], phase: string | undefined): Pick<Readiness, 'reason' | 'message'> {
  if (unready.length === 0) return {}
  if (phase === 'Failed') return { reason: 'PodFailed' }
  return { reason: 'ContainersNotReady', message: `containers with unready status: [${unready.join(' ')}]` }
}

interface Readiness {
  readonly time: string
  readonly isReady: boolean
  readonly reason?: string
  /** Of a pod that goes on. */
  readonly message?: string
}

const types = ['PodReadyToStartContainers', 'Initialized', 'Ready', 'ContainersReady']

/** The conditions of a pod, with those that others have set. */
function conditionsOf({ spec, status, metadata }: Pod, { time, isReady, reason, message }: Readiness): PodCondition[] {
  const gates = spec?.readinessGates?.map(({ conditionType }) => conditionType) ?? []
  const others =
    status?.conditions?.filter(({ type }) => !types.includes(type) && !(isReady && gates.includes(type))) ?? []
  const condition = (type: string): PodCondition => {
    const ofContainers = type === 'Ready' || type === 'ContainersReady'
    const isTrue = isReady || type === 'Initialized' || (message !== undefined && !ofContainers)
    const value = isTrue ? 'True' : 'False'
    const before = status?.conditions?.find((each) => each.type === type)
    const lastTransitionTime = before?.status === value ? (before.lastTransitionTime ?? time) : time
    const why = message === undefined ? whyEnded(type, reason) : ofContainers ? { reason, message } : {}
    return {
      type,
      status: value,
      lastTransitionTime,
      observedGeneration: metadata?.generation,
      ...why,
    }
  }
  return [...types, ...(isReady ? gates : [])].map(condition).concat(others)
}

function whyEnded(type: string, reason: string | undefined): { reason?: string } {
  return reason === undefined || type === 'PodReadyToStartContainers' ? {} : { reason }
}

function runningContainer(pod: Pod, container: Container, time: string): ContainerStatus {
  return {
    ...commonStatus(pod, container),
    ready: true,
    started: true,
    state: { running: { startedAt: time } },
  }
}

function initStatus(pod: Pod, container: Container, time: string): ContainerStatus {
  if (container.restartPolicy === 'Always') return runningContainer(pod, container, time)
  const terminated = { exitCode: 0, reason: 'Completed', startedAt: time, finishedAt: time }
  return { ...commonStatus(pod, container), ready: true, started: false, state: { terminated } }
}

function commonStatus({ metadata }: Pod, { name, image = '' }: Container) {
  return {
    name,
    image,
    imageID: '',
    containerID: `kwok://${metadata?.uid ?? ''}/${name}`,
    restartCount: 0,
    lastState: {},
  }
}
