import { ReplicationController } from 'apimachinery/api/core/v1'
import { selectorFromSet } from 'apimachinery/labels'
import type { Controller, ControllerContext } from '../controller.js'
import type { ReplicaKind, ReplicaStatus } from '../replicaset-controller/replica-kind.js'
import { ReplicaManager } from '../replicaset-controller/replica-manager.js'

const replicationControllers: ReplicaKind<ReplicationController> = {
  name: 'replicationcontroller-controller',
  type: ReplicationController,
  selectorOf: ({ spec }) => selectorFromSet(spec?.selector ?? {}),
  countsTerminating: false,
  withStatus: (owner, status) => new ReplicationController({ ...owner, status: statusOf(status) }),
}

/** Keeps the number of pods of ReplicationControllers. Source: pkg/controller/replication of Kubernetes. */
export function replicationControllerController(context: ControllerContext): Controller {
  return new ReplicaManager(replicationControllers, context)
}

function statusOf({
  replicas = 0,
  conditions,
  terminatingReplicas: _,
  ...status
}: ReplicaStatus): NonNullable<ReplicationController['status']> {
  return {
    ...status,
    replicas,
    conditions: conditions?.map(({ type = '', status: is = 'True', ...each }) => ({ ...each, type, status: is })),
  }
}
