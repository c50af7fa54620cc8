import { Deployment, type DeploymentStatus, type ReplicaSet } from 'apimachinery/api/apps/v1'
import { deepEqual } from 'apimachinery/descriptor'
import { newCondition, setCondition } from './deployment-conditions.js'
import type { Rollout } from './rollout.js'
import { maxUnavailable, replicasOf, sumOfStatus, totalReplicas } from './rollout-limits.js'

/** The status that a deployment with these sets ought to have. Source: `calculateStatus` of pkg/controller/deployment of Kubernetes. */
export function deploymentStatus(rollout: Rollout, sets: readonly ReplicaSet[]): DeploymentStatus {
  const { deployment, newest, now } = rollout
  const available = sumOfStatus(sets, 'availableReplicas')
  const status: DeploymentStatus = {
    observedGeneration: deployment.metadata?.generation,
    replicas: sumOfStatus(sets, 'replicas'),
    updatedReplicas: newest?.status?.replicas ?? 0,
    readyReplicas: sumOfStatus(sets, 'readyReplicas'),
    availableReplicas: available,
    unavailableReplicas: Math.max(0, totalReplicas(sets) - available),
    collisionCount: deployment.status?.collisionCount,
    conditions: deployment.status?.conditions,
  }
  if (rollout.context.featureEnabled('DeploymentReplicaSetTerminatingReplicas')) {
    status.terminatingReplicas = terminatingOf(sets)
  }
  setCondition(status, newCondition(availability(deployment, available), now))
  return status
}

function availability(deployment: Deployment, available: number) {
  const isEnough = available >= replicasOf(deployment) - maxUnavailable(deployment)
  return isEnough
    ? ({
        type: 'Available',
        status: 'True',
        reason: 'MinimumReplicasAvailable',
        message: 'Deployment has minimum availability.',
      } as const)
    : ({
        type: 'Available',
        status: 'False',
        reason: 'MinimumReplicasUnavailable',
        message: 'Deployment does not have minimum availability.',
      } as const)
}

/** The pods that are being deleted; undefined where a set does not say. */
function terminatingOf(sets: readonly ReplicaSet[]): number | undefined {
  let total = 0
  for (const { status } of sets) {
    if (status?.terminatingReplicas !== undefined) total += status.terminatingReplicas
    else if ((status?.observedGeneration ?? 0) !== 0) return undefined
  }
  return total
}

const statusType = Deployment.descriptor.propertyByName.get('status')!.type

/** Writes a status where the deployment has another one. @returns whether it had */
export async function writeStatus(rollout: Rollout, status: DeploymentStatus): Promise<boolean> {
  if (deepEqual(statusType, rollout.deployment.status, status)) return false
  rollout.deployment.status = status
  await rollout.writeStatus()
  return true
}
