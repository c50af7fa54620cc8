import { ReplicaSet } from 'apimachinery/api/apps/v1'
import { hasStatusCause, isAlreadyExists, messageOf } from 'apimachinery/errors'
import { isControlledBy, newControllerRef } from 'apimachinery/meta'
import {
  annotationsOf,
  hasAnnotations,
  maxRevision,
  newestSetAnnotations,
  revisionAnnotation,
  sizeAnnotations,
} from './deployment-annotations.js'
import { conditionOf, progressing, reasons } from './deployment-conditions.js'
import { hashLabel, sameTemplate } from './replica-sets.js'
import type { Rollout } from './rollout.js'
import { newestSetReplicas, progressDeadline } from './rollout-limits.js'

/** Longest name of a set. */
const longestName = 253

/** Brings annotations and revision of the newest set up to date, where it is there, and the revision of the deployment. */
export async function syncNewestSet(rollout: Rollout): Promise<ReplicaSet | undefined> {
  rollout.reset()
  const { deployment, newest } = rollout
  if (newest === undefined) return undefined
  const annotations = newestSetAnnotations(deployment, newest, maxRevision(rollout.old) + 1)
  const { minReadySeconds } = deployment.spec ?? {}
  if (!hasAnnotations(newest, annotations) || (newest.spec?.minReadySeconds ?? 0) !== (minReadySeconds ?? 0)) {
    const metadata = { ...newest.metadata, annotations }
    return rollout.updateSet(new ReplicaSet({ ...newest, metadata, spec: { ...newest.spec!, minReadySeconds } }))
  }
  let isChanged = setRevision(rollout, annotations[revisionAnnotation] ?? '')
  if (progressDeadline(deployment) !== undefined && conditionOf(deployment.status, progressing) === undefined) {
    const message = `Found new replica set "${newest.metadata?.name}"`
    rollout.condition({ type: progressing, status: 'True', reason: reasons.found, message })
    isChanged = true
  }
  if (isChanged) await rollout.writeStatus()
  return newest
}

/** The newest set, which is created if it is not there. @throws StatusError of the server; then the status of the deployment says why. */
export async function ensureNewestSet(rollout: Rollout): Promise<ReplicaSet> {
  const known = await syncNewestSet(rollout)
  if (known !== undefined) return known
  const { deployment } = rollout
  const revision = maxRevision(rollout.old) + 1
  const wanted = newSetOf(rollout, revision)
  const { set, isNew } = await create(rollout, wanted)
  rollout.created(set)
  const replicas = wanted.spec?.replicas ?? 0
  const name = set.metadata?.name
  if (isNew && replicas > 0) {
    rollout.event('Normal', 'ScalingReplicaSet', `Scaled up replica set ${name} from 0 to ${replicas}`)
  }
  let isChanged = setRevision(rollout, String(revision))
  if (isNew && progressDeadline(deployment) !== undefined) {
    const message = `Created new replica set "${name}"`
    rollout.condition({ type: progressing, status: 'True', reason: reasons.created, message })
    isChanged = true
  }
  if (isChanged) await rollout.writeStatus()
  return set
}

function setRevision({ deployment }: Rollout, revision: string): boolean {
  if (annotationsOf(deployment)[revisionAnnotation] === revision) return false
  const annotations = { ...annotationsOf(deployment), [revisionAnnotation]: revision }
  deployment.metadata = { ...deployment.metadata, annotations }
  return true
}

function newSetOf({ context, deployment, sets }: Rollout, revision: number): ReplicaSet {
  const { spec, metadata } = deployment
  const template = spec?.template ?? {}
  const hash = context.hash(template, deployment.status?.collisionCount)
  const labels = { ...template.metadata?.labels, [hashLabel]: hash }
  const matchLabels = { ...spec?.selector?.matchLabels, [hashLabel]: hash }
  const set = new ReplicaSet({
    metadata: {
      name: nameOf(metadata?.name ?? '', hash),
      namespace: metadata?.namespace,
      labels,
      ownerReferences: [newControllerRef(deployment)],
    },
    spec: {
      replicas: newestSetReplicas(deployment, sets, 0),
      minReadySeconds: spec?.minReadySeconds,
      selector: { ...spec?.selector, matchLabels },
      template: { ...template, metadata: { ...template.metadata, labels } },
    },
  })
  const annotations = { ...newestSetAnnotations(deployment, set, revision), ...sizeAnnotations(deployment) }
  return new ReplicaSet({ ...set, metadata: { ...set.metadata, annotations }, spec: set.spec! })
}

/** The name of a deployment with a hash, cut so that it is not too long. */
function nameOf(deployment: string, hash: string): string {
  return `${deployment.slice(0, longestName - 1 - hash.length)}-${hash}`
}

/** Creates the newest set, or finds it where the informer was late. */
async function create(
  rollout: Rollout,
  wanted: ReplicaSet,
): Promise<{ readonly set: ReplicaSet; readonly isNew: boolean }> {
  try {
    return { set: await rollout.context.client.create(wanted), isNew: true }
  } catch (error) {
    if (isAlreadyExists(error)) return { set: await existing(rollout, wanted, error), isNew: false }
    if (!hasStatusCause(error, 'NamespaceTerminating')) await reportFailure(rollout, wanted, error)
    throw error
  }
}

/** The set that has the name; another set makes the deployment take another hash. @throws `error` if it is another one */
async function existing(rollout: Rollout, { metadata }: ReplicaSet, error: unknown): Promise<ReplicaSet> {
  const { context, deployment } = rollout
  const found = await context.client.get(ReplicaSet, { namespace: metadata?.namespace, name: metadata?.name ?? '' })
  const isIt = sameTemplate(deployment.spec?.template ?? {}, found.spec?.template ?? {})
  if (isControlledBy(found, deployment) && isIt) return found
  deployment.status = { ...deployment.status, collisionCount: (deployment.status?.collisionCount ?? 0) + 1 }
  await rollout.writeStatus()
  throw error
}

async function reportFailure(rollout: Rollout, { metadata }: ReplicaSet, error: unknown): Promise<void> {
  const message = `Failed to create new replica set "${metadata?.name}": ${messageOf(error)}`
  rollout.event('Warning', reasons.createFailed, message)
  if (progressDeadline(rollout.deployment) === undefined) return
  rollout.condition({ type: progressing, status: 'False', reason: reasons.createFailed, message })
  // The error that is reported matters more than one of the report.
  await rollout.writeStatus().catch(() => undefined)
}
