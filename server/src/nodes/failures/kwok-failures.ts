import type { Container, ContainerStatus, Node, Pod } from 'apimachinery/api/core/v1'
import { messageOf } from 'apimachinery/errors'
import type { KubernetesObject } from 'apimachinery/runtime'
import { parseDuration } from 'apimachinery/scalar'
import { ConfigurationError } from '../../internal/configuration-error.js'
import { stageOfFunctions } from '../default-stages/stage-of-function.js'
import type { Stage, StageMoment } from '../stages/stage.js'

/** Milliseconds before a failure, where the object does not say it, and the chance of it among others. */
const [usualDelay, usualWeight] = [1000, 10_000]

/**
 * The failures that kwok ships as stages, asked for by its labels and annotations: pods whose containers or init containers failed, and nodes
 * that are not ready. Source: kustomize/stage of kwok, `pod/chaos` and `node/chaos`.
 */
export const kwokFailureStages: readonly Stage[] = [
  stageOfFunctions<Pod>('Pod', {
    ...failing('pod-container-running-failed'),
    matches: (pod) => isAsked(pod, 'pod-container-running-failed') && isAlive(pod) && pod.status?.phase === 'Running',
    steps: [{ status: (pod, { now }) => failedContainers(pod, now) }],
  }),
  stageOfFunctions<Pod>('Pod', {
    ...failing('pod-init-container-running-failed'),
    matches: (pod) =>
      isAsked(pod, 'pod-init-container-running-failed') &&
      isAlive(pod) &&
      (pod.status?.phase ?? 'Pending') === 'Pending',
    steps: [{ status: (pod, { now }) => failedInitContainers(pod, now) }],
  }),
  stageOfFunctions<Node>('Node', {
    ...failing('node-not-ready'),
    matches: (node) => isAsked(node, 'node-not-ready') && node.status?.phase === 'Running',
    steps: [{ status: (node, { now }) => ({ conditions: failedConditions(node, now) }) }],
  }),
]

/** What these stages have in common. */
function failing(name: string) {
  return {
    name,
    weight: (object: KubernetesObject): number => wholeNumber(object, `${prefix(name)}/weight`) ?? usualWeight,
    delay(object: KubernetesObject, { random }: StageMoment): number {
      const least = milliseconds(object, `${prefix(name)}/delay`)
      const most = milliseconds(object, `${prefix(name)}/jitter-delay`)
      return most <= least ? most : least + random() * (most - least)
    },
  }
}

function prefix(stage: string): string {
  return `${stage}.stage.kwok.x-k8s.io`
}

function isAsked({ metadata }: Pod | Node, stage: string): boolean {
  return metadata?.labels?.[prefix(stage)] === 'true'
}

function isAlive({ metadata }: Pod): boolean {
  return metadata?.deletionTimestamp === undefined
}

function annotation(object: KubernetesObject, name: string): string | undefined {
  const { metadata } = object as Pod | Node
  return metadata?.annotations?.[name]
}

function wholeNumber(object: KubernetesObject, name: string): number | undefined {
  const text = annotation(object, name)
  if (text === undefined) return undefined
  if (!/^\d{1,9}$/.test(text)) throw new ConfigurationError(`annotation ${name}: must be a whole number`)
  return Number(text)
}

function milliseconds(object: KubernetesObject, name: string): number {
  const text = annotation(object, name)
  try {
    return text === undefined ? usualDelay : Number(parseDuration(text)) / 1e6
  } catch (error) {
    throw new ConfigurationError(`annotation ${name}: ${messageOf(error)}`)
  }
}

/** The state of a container that failed, by the annotations of its pod. */
function terminated(pod: Pod, stage: string, time: string): NonNullable<ContainerStatus['state']> {
  const what = stage.includes('init') ? 'initContainer' : 'container'
  const said = (name: string, otherwise: string): string => annotation(pod, `${prefix(stage)}/${name}`) ?? otherwise
  const isInit = what === 'initContainer'
  return {
    terminated: {
      exitCode: wholeNumber(pod, `${prefix(stage)}/exit-code`) ?? 1,
      reason: said('reason', isInit ? 'initContainerError' : 'containerFailed'),
      message: said('message', isInit ? 'initContainer reported errors' : 'container failed'),
      startedAt: time,
      finishedAt: time,
    },
  }
}

function failedContainers(pod: Pod, time: string): object {
  const stage = 'pod-container-running-failed'
  const name = annotation(pod, `${prefix(stage)}/container-name`) || undefined
  const containerStatuses = (pod.spec?.containers ?? []).map((each) =>
    name === undefined || name === each.name
      ? { ...status(each, false), state: terminated(pod, stage, time) }
      : { ...status(each, true), state: { running: { startedAt: time } } },
  )
  return { phase: 'Failed', startTime: time, conditions: conditions('True', time), containerStatuses }
}

function failedInitContainers(pod: Pod, time: string): object {
  const stage = 'pod-init-container-running-failed'
  const name = annotation(pod, `${prefix(stage)}/container-name`) || undefined
  const completed = { exitCode: 0, reason: 'Completed', startedAt: time, finishedAt: time }
  const initContainerStatuses = (pod.spec?.initContainers ?? []).map((each) =>
    name === undefined || name === each.name
      ? { ...status(each, false), state: terminated(pod, stage, time) }
      : { ...status(each, true), state: { terminated: completed } },
  )
  const containerStatuses = (pod.spec?.containers ?? []).map((each) => {
    return { ...status(each, false), state: { waiting: { reason: 'PodInitializing' } } }
  })
  return {
    phase: 'Failed',
    startTime: time,
    conditions: conditions('False', time),
    initContainerStatuses,
    containerStatuses,
  }
}

function status({ name, image = '' }: Container, ready: boolean): ContainerStatus {
  return { name, image, imageID: '', ready, restartCount: 0, started: ready }
}

function conditions(initialized: string, time: string): object[] {
  const condition = (type: string, value: string): object => ({ type, status: value, lastTransitionTime: time })
  return [condition('Initialized', initialized), condition('Ready', 'False'), condition('ContainersReady', 'False')]
}

function words(node: Node): { readonly type: string | undefined; readonly reason: string; readonly message: string } {
  const said = (name: string): string | undefined => annotation(node, `${prefix('node-not-ready')}/${name}`)
  return { type: said('type'), reason: said('reason') ?? 'nodeFailed', message: said('message') ?? 'node failed' }
}

function isFailed(node: Node): boolean {
  const { reason, message } = words(node)
  const ready = node.status?.conditions?.find(({ type }) => type === 'Ready')
  return ready?.status === 'False' && ready.reason === reason && ready.message === message
}

function failedConditions(node: Node, time: string): object[] {
  // Nothing is sent to a node that has failed already; other stages have no turn.
  if (isFailed(node)) return [...(node.status?.conditions ?? [])]
  const { type, reason, message } = words(node)
  const failed = (each: string, value: string): object => {
    return { type: each, status: value, reason, message, lastHeartbeatTime: time, lastTransitionTime: time }
  }
  const known = (node.status?.conditions ?? []).filter((each) => each.type !== 'Ready' && each.type !== type)
  return [failed('Ready', 'False'), ...(type === undefined ? [] : [failed(type, 'True')]), ...known]
}
