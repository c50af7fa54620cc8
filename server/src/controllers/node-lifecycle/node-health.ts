import type { Lease } from 'apimachinery/api/coordination/v1'
import { Node, type NodeCondition } from 'apimachinery/api/core/v1'
import { timeAt } from '../cluster-time.js'
import { nodeCondition } from '../node-conditions.js'
import type { NodeLifecycleSettings } from './node-lifecycle-settings.js'

/** What is remembered of a node between two passes. */
export interface NodeHealth {
  readonly ready: NodeCondition | undefined
  readonly lease: Lease | undefined
  /** When the node was last seen to report, in milliseconds since 1970. */
  readonly probed: number
}

/** What is known now. */
export interface NodeObservation {
  readonly node: Node
  readonly lease: Lease | undefined
  readonly known: NodeHealth | undefined
  readonly now: number
}

/** The health of a node now. */
export interface JudgedNode {
  readonly health: NodeHealth
  /** The condition `Ready` before: `Unknown` for a node without it. */
  readonly observed: NodeCondition
  /** The node with the conditions of one that does not report; `undefined` while it may still. */
  readonly silent: Node | undefined
}

const types = ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure']

/** Judges a node. Source: `tryUpdateNodeHealth` of pkg/controller/nodelifecycle of Kubernetes. */
export function judgeNode(observation: NodeObservation, settings: NodeLifecycleSettings): JudgedNode {
  const { node, lease, now } = observation
  const ready = nodeCondition(node, 'Ready')
  const created = node.metadata?.creationTimestamp
  const never = { type: 'Ready', status: 'Unknown', lastHeartbeatTime: created, lastTransitionTime: created }
  const observed = ready ?? never
  const health = { ready, ...remembered(observation, ready) }
  const renewed = hasRenewed(health.lease, lease)
  const current = renewed ? { ...health, lease, probed: now } : health
  const grace = ready === undefined ? settings.startupGracePeriod : settings.monitorGracePeriod
  const silent = now > current.probed + grace ? silentNode(node, now) : undefined
  return { health: current, observed, silent }
}

function remembered(
  { node, known, now }: NodeObservation,
  ready: NodeCondition | undefined,
): Omit<NodeHealth, 'ready'> {
  const { creationTimestamp } = node.metadata ?? {}
  if (known === undefined && ready === undefined)
    return { lease: undefined, probed: creationTimestamp ? Date.parse(creationTimestamp) : now }
  if (known === undefined) return { lease: undefined, probed: now }
  if (known.ready === undefined && ready === undefined) return known
  if (known.ready === undefined || ready === undefined) return { lease: undefined, probed: now }
  if (known.ready.lastHeartbeatTime !== ready.lastHeartbeatTime) return { lease: undefined, probed: now }
  return known
}

function hasRenewed(before: Lease | undefined, after: Lease | undefined): boolean {
  if (after === undefined) return false
  if (before === undefined) return true
  return Date.parse(before.spec?.renewTime ?? '') < Date.parse(after.spec?.renewTime ?? '')
}

function silentNode(node: Node, milliseconds: number): Node {
  const now = timeAt(milliseconds)
  const conditions = (node.status?.conditions ?? []).map((condition) => {
    if (!types.includes(condition.type) || condition.status === 'Unknown') return condition
    return {
      ...condition,
      status: 'Unknown',
      reason: 'NodeStatusUnknown',
      message: 'Kubelet stopped posting node status.',
      lastTransitionTime: now,
    }
  })
  const missing = types.filter((type) => nodeCondition(node, type) === undefined)
  const added = missing.map((type) => ({
    type,
    status: 'Unknown',
    reason: 'NodeStatusNeverUpdated',
    message: 'Kubelet never posted node status.',
    lastHeartbeatTime: node.metadata?.creationTimestamp,
    lastTransitionTime: now,
  }))
  return new Node({ ...node, status: { ...node.status, conditions: [...conditions, ...added] } })
}
