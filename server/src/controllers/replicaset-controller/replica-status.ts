import type { Pod } from 'apimachinery/api/core/v1'
import { asError } from 'apimachinery/errors'
import { selectorFromSet } from 'apimachinery/labels'
import { timeAt } from '../cluster-time.js'
import { isPodAvailable, isPodReady } from '../pod-control/pod-state.js'
import type { ReplicaCondition, ReplicaOwner, ReplicaStatus } from './replica-kind.js'

/** What was found out about an owner's pods. */
export interface ReplicaFacts {
  readonly active: readonly Pod[]
  /** How many pods are being deleted; undefined where that is not counted. */
  readonly terminating: number | undefined
  /** Why pods could not be created or deleted. */
  readonly failure: unknown
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** The status that an owner ought to have. Source: `calculateStatus` of pkg/controller/replicaset of Kubernetes. */
export function replicaStatus(owner: ReplicaOwner, facts: ReplicaFacts): ReplicaStatus {
  const { active, terminating, now } = facts
  const { template, minReadySeconds = 0 } = owner.spec ?? {}
  const ofTemplate = selectorFromSet(template?.metadata?.labels ?? {})
  const ready = active.filter(isPodReady)
  return {
    ...owner.status,
    replicas: active.length,
    fullyLabeledReplicas: active.filter(({ metadata }) => ofTemplate.matches(metadata?.labels ?? {})).length,
    readyReplicas: ready.length,
    availableReplicas: ready.filter((pod) => isPodAvailable(pod, minReadySeconds, now)).length,
    terminatingReplicas: terminating,
    conditions: conditionsOf(owner, facts),
  }
}

const failureType = 'ReplicaFailure'

function conditionsOf(
  { spec, status }: ReplicaOwner,
  { active, failure, now }: ReplicaFacts,
): readonly ReplicaCondition[] | undefined {
  const conditions = status?.conditions ?? []
  const known = conditions.some(({ type }) => type === failureType)
  if (known === (failure !== undefined)) return status?.conditions
  if (known) return conditions.filter(({ type }) => type !== failureType)
  const wanted = spec?.replicas ?? 1
  const reason = active.length < wanted ? 'FailedCreate' : active.length > wanted ? 'FailedDelete' : ''
  const { message } = asError(failure)
  const lastTransitionTime = timeAt(now)
  return [...conditions, { type: failureType, status: 'True', reason, message, lastTransitionTime }]
}

/** Whether an owner has a status, and it is about its latest generation. */
export function hasStatus({ metadata, status }: ReplicaOwner, wanted: ReplicaStatus): boolean {
  const equal = (field: 'replicas' | 'fullyLabeledReplicas' | 'readyReplicas' | 'availableReplicas') =>
    (status?.[field] ?? 0) === wanted[field]
  return (
    equal('replicas') &&
    equal('fullyLabeledReplicas') &&
    equal('readyReplicas') &&
    equal('availableReplicas') &&
    status?.terminatingReplicas === wanted.terminatingReplicas &&
    (status?.observedGeneration ?? 0) === metadata?.generation &&
    status?.conditions === wanted.conditions
  )
}
