import { ReplicaSet } from 'apimachinery/api/apps/v1'
import { isNotFound } from 'apimachinery/errors'
import { isDeleting } from '../controller.js'
import { byRevision } from './replica-sets.js'
import type { Rollout } from './rollout.js'
import { historyLimit, replicasOf } from './rollout-limits.js'

/** Deletes the oldest sets beyond the history that is kept. Source: `cleanupDeployment` of pkg/controller/deployment of Kubernetes. */
export async function cleanUp({ context, deployment, old }: Rollout): Promise<void> {
  const limit = historyLimit(deployment)
  if (limit === undefined) return
  const alive = byRevision(old.filter((set) => !isDeleting(set)))
  for (const set of alive.slice(0, Math.max(0, alive.length - limit))) {
    const { metadata, status } = set
    const isSeen = (metadata?.generation ?? 0) <= (status?.observedGeneration ?? 0)
    if ((status?.replicas ?? 0) !== 0 || replicasOf(set) !== 0 || !isSeen) continue
    const sets = context.client.resource(ReplicaSet).namespace(metadata?.namespace ?? '')
    await sets.delete(metadata?.name ?? '', { preconditions: { uid: metadata?.uid } }).catch((error: unknown) => {
      if (!isNotFound(error)) throw error
    })
  }
}
