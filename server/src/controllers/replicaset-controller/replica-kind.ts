import type { PodTemplateSpec } from 'apimachinery/api/core/v1'
import type { Selector } from 'apimachinery/labels'
import type { ObjectMeta } from 'apimachinery/meta/v1'
import type { KindClass, KubernetesObject } from 'apimachinery/runtime'

/** A condition of an owner of replicas. */
export interface ReplicaCondition {
  readonly type?: string | undefined
  readonly status?: string | undefined
  readonly reason?: string | undefined
  readonly message?: string | undefined
  readonly lastTransitionTime?: string | undefined
}

/** What a ReplicaSet and a ReplicationController report. */
export interface ReplicaStatus {
  readonly replicas?: number | undefined
  readonly fullyLabeledReplicas?: number | undefined
  readonly readyReplicas?: number | undefined
  readonly availableReplicas?: number | undefined
  readonly terminatingReplicas?: number | undefined
  readonly observedGeneration?: number | undefined
  readonly conditions?: readonly ReplicaCondition[] | undefined
}

/** A ReplicaSet or a ReplicationController. */
export interface ReplicaOwner extends KubernetesObject {
  readonly metadata?: ObjectMeta | undefined
  readonly spec?:
    | {
        readonly replicas?: number | undefined
        readonly minReadySeconds?: number | undefined
        readonly template?: PodTemplateSpec | undefined
      }
    | undefined
  readonly status?: ReplicaStatus | undefined
}

/** How the kinds of owners differ. */
export interface ReplicaKind<T extends ReplicaOwner> {
  /** The name of the controller. */
  readonly name: string
  readonly type: KindClass<T>
  /** Which pods are the owner's; those without a selector have none. */
  readonly selectorOf: (owner: T) => Selector
  /** Whether its status counts pods that are being deleted. */
  readonly countsTerminating: boolean
  readonly withStatus: (owner: T, status: ReplicaStatus) => T
}
