import type { ReplicaSet } from 'apimachinery/api/apps/v1'
import {
  annotationsOf,
  annotationsOfRollback,
  lastRevision,
  revisionOf,
  rollbackAnnotation,
} from './deployment-annotations.js'
import { ensureNewestSet } from './new-replica-set.js'
import { sameTemplate, withoutHash } from './replica-sets.js'
import type { Rollout } from './rollout.js'

/** The revision that a deployment shall go back to: 0 for the last one, undefined for none. */
export function rollbackRevision({ deployment }: Rollout): number | undefined {
  const text = annotationsOf(deployment)[rollbackAnnotation]
  return text !== undefined && /^[+-]?[0-9]+$/.test(text) ? Number(text) : undefined
}

/** Gives a deployment the template of an earlier revision. Source: `rollback` of pkg/controller/deployment of Kubernetes. */
export async function rollBack(rollout: Rollout, to: number): Promise<void> {
  await ensureNewestSet(rollout)
  const revision = to === 0 ? lastRevision(rollout.sets) : to
  const set = revision === 0 ? undefined : rollout.sets.find((each) => revisionOf(each) === revision)
  if (set === undefined) {
    const what = revision === 0 ? 'last revision' : 'the revision to rollback to'
    rollout.event('Warning', 'DeploymentRollbackRevisionNotFound', `Unable to find ${what}.`)
    return write(rollout)
  }
  const name = rollout.deployment.metadata?.name
  if (!takeTemplate(rollout, set)) {
    const message = `The rollback revision contains the same template as current deployment "${name}"`
    rollout.event('Warning', 'DeploymentRollbackTemplateUnchanged', message)
    return write(rollout)
  }
  await write(rollout)
  rollout.event('Normal', 'DeploymentRollback', `Rolled back deployment "${name}" to revision ${revision}`)
}

/** @returns whether the template is another one */
function takeTemplate({ deployment }: Rollout, set: ReplicaSet): boolean {
  const template = set.spec?.template ?? {}
  if (sameTemplate(deployment.spec?.template ?? {}, template)) return false
  deployment.spec = { ...deployment.spec!, template: withoutHash(template) }
  deployment.metadata = { ...deployment.metadata, annotations: annotationsOfRollback(deployment, set) }
  return true
}

/** Writes the deployment without the wish to go back. */
async function write({ context, deployment }: Rollout): Promise<void> {
  const { [rollbackAnnotation]: _, ...annotations } = annotationsOf(deployment)
  deployment.metadata = { ...deployment.metadata, annotations }
  await context.client.update(deployment)
}
