import { createHash } from 'node:crypto'
import { Deployment, ReplicaSet } from 'apimachinery/api/apps/v1'
import { getControllerOf, newControllerRef } from 'apimachinery/meta'
import { getNamespace, getUID } from 'apimachinery/runtime'
import { timeFromDate } from 'apimachinery/scalar'
import { type Controller, type ControllerContext, isDeleting } from './controller.js'
import { ownerController } from './owner-controller.js'

const hashLabel = 'pod-template-hash'
const revisionAnnotation = 'deployment.kubernetes.io/revision'

/**
 * Gives a Deployment a ReplicaSet for its template, and takes older ones down when that one is ready. Source: pkg/controller/deployment
 * of Kubernetes; the steps between are left out.
 */
export function deploymentController(context: ControllerContext): Controller {
  const { client, informers } = context
  const deployments = informers.informerFor(Deployment)
  const sets = informers.informerFor(ReplicaSet)

  async function reconcile(key: string): Promise<undefined> {
    const deployment = deployments.lister.getByKey(key)
    if (deployment === undefined || isDeleting(deployment) || !sets.hasSynced()) return undefined
    const own = client.resource(ReplicaSet).namespace(getNamespace(deployment))
    const owned = (await own.list()).items.filter((set) => getControllerOf(set)?.uid === getUID(deployment))
    const name = `${deployment.metadata?.name}-${templateHash(deployment)}`
    const current = owned.find(({ metadata }) => metadata?.name === name)
    const old = owned.filter((set) => set !== current)
    const revision = 1 + Math.max(0, ...old.map(revisionOf))
    if (current === undefined) {
      await client.create(newReplicaSet(deployment, { name, revision }))
      return undefined
    }
    const wanted = deployment.spec?.paused === true ? (current.spec?.replicas ?? 0) : (deployment.spec?.replicas ?? 1)
    await scale(current, wanted)
    const isUp = (current.status?.availableReplicas ?? 0) >= wanted
    if (isUp || deployment.spec?.strategy?.type === 'Recreate') for (const set of old) await scale(set, 0)
    return updateStatus(deployment, { current, owned, wanted })
  }

  async function scale(set: ReplicaSet, replicas: number): Promise<void> {
    if (set.spec?.replicas === replicas) return
    await client.update(new ReplicaSet({ ...set, spec: { ...set.spec, replicas } } as never))
  }

  async function updateStatus(
    deployment: Deployment,
    { current, owned, wanted }: { current: ReplicaSet; owned: readonly ReplicaSet[]; wanted: number },
  ): Promise<undefined> {
    const sum = (field: 'replicas' | 'readyReplicas' | 'availableReplicas') =>
      owned.reduce((total, { status }) => total + (status?.[field] ?? 0), 0)
    const available = sum('availableReplicas')
    const updated = current.status?.replicas ?? 0
    const complete = updated === wanted && available >= wanted && sum('replicas') === wanted
    const now = timeFromDate(new Date(context.clock.now()))
    const before = deployment.status?.conditions ?? []
    const condition = (type: string, is: boolean, [yes, no]: readonly [Reason, Reason]) => {
      const status = is ? 'True' : 'False'
      const old = before.find((each) => each.type === type)
      const [reason, message] = is ? yes : no
      const unchanged = old?.status === status && old.reason === reason
      const times = unchanged ? old : { lastTransitionTime: now, lastUpdateTime: now }
      return { ...times, type, status, reason, message }
    }
    const name = `ReplicaSet "${current.metadata?.name}"`
    const conditions = [
      condition('Available', available >= wanted, [
        ['MinimumReplicasAvailable', 'Deployment has minimum availability.'],
        ['MinimumReplicasUnavailable', 'Deployment does not have minimum availability.'],
      ]),
      {
        ...condition('Progressing', complete, [
          ['NewReplicaSetAvailable', `${name} has successfully progressed.`],
          ['ReplicaSetUpdated', `${name} is progressing.`],
        ]),
        status: 'True',
      },
    ]
    const status = {
      observedGeneration: deployment.metadata?.generation,
      replicas: sum('replicas'),
      updatedReplicas: updated,
      readyReplicas: sum('readyReplicas'),
      availableReplicas: available,
      unavailableReplicas: Math.max(0, wanted - available),
      conditions,
    }
    if (factsOf(status) === factsOf(deployment.status)) return undefined
    await client.updateStatus(new Deployment({ ...deployment, status } as never))
    return undefined
  }

  return ownerController({
    name: 'deployment',
    kind: 'Deployment',
    context,
    owners: deployments,
    owned: sets,
    reconcile,
  })
}

type Reason = readonly [reason: string, message: string]

function newReplicaSet(deployment: Deployment, { name, revision }: { name: string; revision: number }): ReplicaSet {
  const { spec, metadata } = deployment
  const hash = { [hashLabel]: templateHash(deployment) }
  const labels = { ...spec?.template?.metadata?.labels, ...hash }
  return new ReplicaSet({
    metadata: {
      name,
      namespace: metadata?.namespace,
      labels,
      annotations: { [revisionAnnotation]: String(revision) },
      ownerReferences: [newControllerRef(deployment)],
    },
    spec: {
      replicas: spec?.replicas,
      minReadySeconds: spec?.minReadySeconds,
      selector: { ...spec?.selector, matchLabels: { ...spec?.selector?.matchLabels, ...hash } },
      template: { ...spec?.template, metadata: { ...spec?.template?.metadata, labels } },
    },
  } as never)
}

/** The same for the same template. */
function templateHash({ spec }: Deployment): string {
  const digest = createHash('sha256').update(JSON.stringify(spec?.template)).digest()
  // Letters and digits that upstream's names have, too: no vowels, so no words.
  const letters = 'bcdfghjklmnpqrstvwxz2456789'
  return [...digest.subarray(0, 10)].map((byte) => letters[byte % letters.length]).join('')
}

function revisionOf({ metadata }: ReplicaSet): number {
  return Number(metadata?.annotations?.[revisionAnnotation] ?? 0)
}

/** The compared fields of a status, without times. */
function factsOf(status: Deployment['status'] | object): string {
  const { conditions = [], ...counts } = (status ?? {}) as NonNullable<Deployment['status']>
  const facts = Object.entries(counts).filter(([, value]) => typeof value === 'number' && value !== 0)
  const states = (conditions ?? []).map(({ type, status: is, reason }) => `${type}=${is}/${reason}`)
  return JSON.stringify([facts.sort(), states])
}
