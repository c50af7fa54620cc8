import { objectKey, type SharedInformer } from '@apimachinery/client/cache'
import { Deployment, ReplicaSet } from 'apimachinery/api/apps/v1'
import { Pod } from 'apimachinery/api/core/v1'
import { hasStatusCause } from 'apimachinery/errors'
import { labelSelectorAsSelector } from 'apimachinery/labels'
import { PatchType } from 'apimachinery/patch'
import { getName, getNamespace } from 'apimachinery/runtime'
import {
  type Controller,
  type ControllerContext,
  isDeleting,
  type ReconcileLoop,
  reconcileLoop,
} from '../controller.js'
import { ControllerIndex } from '../pod-control/controller-index.js'
import { ControllerRefManager } from '../pod-control/controller-ref-manager.js'
import { podTemplateHasher } from '../pod-control/pod-template-hash.js'
import { cleanUp } from './clean-up.js'
import { conditionOf, progressing, reasons } from './deployment-conditions.js'
import { DeploymentEvents } from './deployment-events.js'
import { deploymentStatus, writeStatus } from './deployment-status.js'
import { syncNewestSet } from './new-replica-set.js'
import { recreate } from './recreate.js'
import { rollBack, rollbackRevision } from './rollback.js'
import { rollingUpdate } from './rolling-update.js'
import { Rollout, type RolloutContext } from './rollout.js'
import { progressDeadline } from './rollout-limits.js'
import { isScalingEvent, scaleInProportion } from './scaling.js'

const name = 'deployment-controller'

/** Rolls the pods of Deployments out. Source: pkg/controller/deployment of Kubernetes. */
export function deploymentController(context: ControllerContext): Controller {
  return new DeploymentController(context)
}

class DeploymentController implements Controller {
  readonly name = name
  readonly #context: RolloutContext
  readonly #deployments: SharedInformer<Deployment>
  readonly #sets: SharedInformer<ReplicaSet>
  readonly #pods: SharedInformer<Pod>
  readonly #setsByController: ControllerIndex<ReplicaSet>
  readonly #podsByController: ControllerIndex<Pod>
  readonly #loop: ReconcileLoop

  constructor(context: ControllerContext) {
    this.#context = { ...context, hash: podTemplateHasher(context.release) }
    this.#deployments = context.informers.informerFor(Deployment)
    this.#sets = context.informers.informerFor(ReplicaSet)
    this.#pods = context.informers.informerFor(Pod)
    this.#setsByController = new ControllerIndex(this.#sets)
    this.#podsByController = new ControllerIndex(this.#pods)
    this.#loop = reconcileLoop({ name, context, reconcile: (key) => this.#reconcile(key) })
  }

  start(): void {
    const wake = (key: string): void => this.#loop.add(key)
    const hasPods = (deployment: Deployment): boolean =>
      this.#setsByController.controlledBy(deployment, 'Deployment').some((set) => this.#podsOf(set).length > 0)
    const events = new DeploymentEvents({ deployments: this.#deployments, sets: this.#sets, hasPods, wake })
    const deployments = this.#deployments.addEventHandler({
      onAdd: (deployment) => wake(objectKey(deployment)),
      onUpdate: (_old, deployment) => wake(objectKey(deployment)),
    })
    const sets = this.#sets.addEventHandler({
      onAdd: (set) => events.setAdded(set),
      onUpdate: (old, set) => events.setChanged(old, set),
      onDelete: (set) => events.setDeleted(set),
    })
    const pods = this.#pods.addEventHandler({ onDelete: (pod) => events.podDeleted(pod) })
    void Promise.all([deployments.synced, sets.synced, pods.synced]).then(() => this.#loop.start())
  }

  stop(): Promise<void> {
    return this.#loop.stop()
  }

  #podsOf(set: ReplicaSet): readonly Pod[] {
    return this.#podsByController.controlledBy(set, 'ReplicaSet')
  }

  async #reconcile(key: string): Promise<number | undefined> {
    const deployment = this.#deployments.lister.getByKey(key)
    if (deployment === undefined) return undefined
    try {
      return await this.#sync(new Rollout(this.#context, deployment, await this.#claim(deployment)))
    } catch (error) {
      // Nothing can be created any more, so there is nothing to be done.
      if (hasStatusCause(error, 'NamespaceTerminating')) return undefined
      throw error
    }
  }

  /** The sets of a deployment, after adoption and release. */
  #claim(deployment: Deployment): Promise<ReplicaSet[]> {
    const { client } = this.#context
    const namespace = getNamespace(deployment)
    const sets = client.resource(ReplicaSet).namespace(namespace)
    const manager = new ControllerRefManager<ReplicaSet>({
      owner: deployment,
      selector: labelSelectorAsSelector(deployment.spec?.selector),
      patch: (set, body) => sets.patch(getName(set), { type: PatchType.StrategicMerge, body }),
      fresh: () => client.get(Deployment, { namespace, name: getName(deployment) }),
    })
    const owned = this.#setsByController.controlledBy(deployment, 'Deployment')
    return manager.claim([...owned, ...this.#setsByController.orphans(namespace)])
  }

  async #sync(rollout: Rollout): Promise<number | undefined> {
    const { deployment } = rollout
    if (isDeleting(deployment)) {
      await syncNewestSet(rollout)
      await writeStatus(rollout, deploymentStatus(rollout, rollout.sets))
      return undefined
    }
    await checkPaused(rollout)
    if (deployment.spec?.paused === true) return this.#scale(rollout)
    const revision = rollbackRevision(rollout)
    if (revision !== undefined) {
      await rollBack(rollout, revision)
      return undefined
    }
    await syncNewestSet(rollout)
    if (isScalingEvent(rollout)) return this.#scale(rollout)
    if (deployment.spec?.strategy?.type !== 'Recreate') return rollingUpdate(rollout)
    return recreate(rollout, () => rollout.old.flatMap((set) => this.#podsOf(set)))
  }

  /** Scales a deployment whose size has changed, or that is paused. */
  async #scale(rollout: Rollout): Promise<undefined> {
    await syncNewestSet(rollout)
    const { sets } = rollout
    await scaleInProportion(rollout)
    if (rollout.deployment.spec?.paused === true && rollbackRevision(rollout) === undefined) await cleanUp(rollout)
    await writeStatus(rollout, deploymentStatus(rollout, sets))
    return undefined
  }
}

/** Says in the condition about progress whether the deployment was paused or resumed, so that the pause does not count. */
async function checkPaused(rollout: Rollout): Promise<void> {
  const { deployment } = rollout
  if (progressDeadline(deployment) === undefined) return
  const before = conditionOf(deployment.status, progressing)
  if (before?.reason === reasons.timedOut) return
  const isPaused = deployment.spec?.paused === true
  if (isPaused === (before?.reason === reasons.paused)) return
  const [reason, message] = isPaused
    ? [reasons.paused, 'Deployment is paused']
    : [reasons.resumed, 'Deployment is resumed']
  rollout.condition({ type: progressing, status: 'Unknown', reason, message })
  await rollout.writeStatus()
}
