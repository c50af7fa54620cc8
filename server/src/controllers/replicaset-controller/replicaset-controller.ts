import { ReplicaSet } from 'apimachinery/api/apps/v1'
import { labelSelectorAsSelector } from 'apimachinery/labels'
import type { Controller, ControllerContext } from '../controller.js'
import type { ReplicaKind, ReplicaStatus } from './replica-kind.js'
import { ReplicaManager } from './replica-manager.js'

const replicaSets: ReplicaKind<ReplicaSet> = {
  name: 'replicaset-controller',
  type: ReplicaSet,
  selectorOf: ({ spec }) => labelSelectorAsSelector(spec?.selector),
  countsTerminating: true,
  withStatus: (set, status) => new ReplicaSet({ ...set, status: statusOf(status) }),
}

/** Keeps the number of pods of ReplicaSets. Source: pkg/controller/replicaset of Kubernetes. */
export function replicaSetController(context: ControllerContext): Controller {
  return new ReplicaManager(replicaSets, context)
}

function statusOf({ replicas = 0, conditions, ...status }: ReplicaStatus): NonNullable<ReplicaSet['status']> {
  return { ...status, replicas, conditions: conditions?.map((each) => ({ ...each })) }
}
