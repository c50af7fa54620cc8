import type { Node } from 'apimachinery/api/core/v1'
import { stageOfFunctions } from '../default-stages/stage-of-function.js'
import type { Stage } from '../stages/stage.js'
import { failureWeight } from './failing-pod.js'
import { nodeFailureOf } from './failure-annotations.js'

const insufficient = 'KubeletHasInsufficientMemory'

/** Nodes that have too little memory as long as they are asked to. Source: `MemoryPressureCondition` of pkg/kubelet/nodestatus. */
export const pressedNodeStages: readonly Stage[] = [
  stageOfFunctions<Node>('Node', {
    name: 'node-memory-pressure',
    weight: failureWeight,
    matches: (node) => isReady(node) && nodeFailureOf(node) === 'memory-pressure' && !isPressed(node),
    steps: [
      { events: (node) => [statusEvent(node, 'NodeHasInsufficientMemory')] },
      { status: (node, { now }) => memoryStatus(node, 'True', now) },
    ],
  }),
  stageOfFunctions<Node>('Node', {
    name: 'node-memory-relief',
    weight: failureWeight,
    matches: (node) => isReady(node) && nodeFailureOf(node) !== 'memory-pressure' && isPressed(node),
    steps: [
      { events: (node) => [statusEvent(node, 'NodeHasSufficientMemory')] },
      { status: (node, { now }) => memoryStatus(node, 'False', now) },
    ],
  }),
]

/** Whether a node is under the pressure that these stages put it under. */
export function isPressed({ status }: Node): boolean {
  return status?.conditions?.some((each) => each.type === 'MemoryPressure' && each.reason === insufficient) === true
}

function isReady({ status }: Node): boolean {
  return status?.conditions?.some((each) => each.type === 'Ready' && each.status === 'True') === true
}

function statusEvent({ metadata }: Node, reason: string): { type: string; reason: string; message: string } {
  return { type: 'Normal', reason, message: `Node ${metadata?.name ?? ''} status is now: ${reason}` }
}

function memoryStatus({ status }: Node, value: 'True' | 'False', time: string): object {
  const words =
    value === 'True'
      ? { reason: insufficient, message: 'kubelet has insufficient memory available' }
      : { reason: 'KubeletHasSufficientMemory', message: 'kubelet has sufficient memory available' }
  const condition = {
    type: 'MemoryPressure',
    status: value,
    lastHeartbeatTime: time,
    lastTransitionTime: time,
    ...words,
  }
  const others = status?.conditions?.filter(({ type }) => type !== 'MemoryPressure') ?? []
  return { conditions: [...others, condition] }
}
