import { objectKey, type SharedInformer } from '@apimachinery/client/cache'
import { Pod } from 'apimachinery/api/core/v1'
import { hasStatusCause } from 'apimachinery/errors'
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
import { podsToDelete } from '../pod-control/deletion-ranking.js'
import { PodControl } from '../pod-control/pod-control.js'
import { PodExpectations } from '../pod-control/pod-expectations.js'
import { isPodActive, isPodTerminating, untilPodAvailable } from '../pod-control/pod-state.js'
import { slowStart } from '../pod-control/slow-start.js'
import { ReplicaEvents } from './replica-events.js'
import type { ReplicaKind, ReplicaOwner, ReplicaStatus } from './replica-kind.js'
import { hasStatus, replicaStatus } from './replica-status.js'

/** Most pods that are created or deleted before the informer has to show them. */
const burst = 500

/** Keeps the number of pods of the objects of a kind. Source: pkg/controller/replicaset of Kubernetes. */
export class ReplicaManager<T extends ReplicaOwner> implements Controller {
  readonly name: string
  readonly #kind: ReplicaKind<T>
  readonly #context: ControllerContext
  readonly #owners: SharedInformer<T>
  readonly #pods: SharedInformer<Pod>
  readonly #ownersByController: ControllerIndex<T>
  readonly #podsByController: ControllerIndex<Pod>
  readonly #expectations: PodExpectations
  readonly #control: PodControl
  readonly #loop: ReconcileLoop

  constructor(kind: ReplicaKind<T>, context: ControllerContext) {
    this.name = kind.name
    this.#kind = kind
    this.#context = context
    this.#owners = context.informers.informerFor(kind.type)
    this.#pods = context.informers.informerFor(Pod)
    this.#ownersByController = new ControllerIndex(this.#owners)
    this.#podsByController = new ControllerIndex(this.#pods)
    this.#expectations = new PodExpectations(context.pace)
    this.#control = new PodControl(context)
    this.#loop = reconcileLoop({ name: kind.name, context, reconcile: (key) => this.#reconcile(key) })
  }

  start(): void {
    const loop = this.#loop
    const wake = (key: string, within = 0): void => (within > 0 ? loop.addAfter(key, within) : loop.add(key))
    const events = new ReplicaEvents({ kind: this.#kind, owners: this.#owners, expectations: this.#expectations, wake })
    const owners = this.#owners.addEventHandler({
      onAdd: (owner) => wake(objectKey(owner)),
      onUpdate: (_old, owner) => wake(objectKey(owner)),
      onDelete: (owner) => {
        this.#expectations.forget(objectKey(owner))
        wake(objectKey(owner))
      },
    })
    const pods = this.#pods.addEventHandler({
      onAdd: (pod) => events.added(pod),
      onUpdate: (old, pod) => events.changed(old, pod),
      onDelete: (pod) => events.removed(pod),
    })
    // A count is right only when all pods are known.
    void Promise.all([owners.synced, pods.synced]).then(() => loop.start())
  }

  stop(): Promise<void> {
    return this.#loop.stop()
  }

  async #reconcile(key: string): Promise<number | undefined> {
    const owner = this.#owners.lister.getByKey(key)
    if (owner === undefined) {
      this.#expectations.forget(key)
      return undefined
    }
    const mayChange = this.#expectations.satisfied(key)
    const kindName = this.#kind.type.groupVersionKind.kind
    const owned = this.#podsByController.controlledBy(owner, kindName)
    const active = await this.#claim(owner, owned)
    const failure = mayChange && !isDeleting(owner) ? await this.#manage(owner, active) : undefined
    const now = this.#context.clock.now()
    const status = replicaStatus(owner, { active, terminating: this.#terminating(owner, owned), failure, now })
    await this.#writeStatus(owner, status)
    if (failure !== undefined) throw failure
    const { minReadySeconds = 0 } = owner.spec ?? {}
    if (minReadySeconds <= 0 || status.readyReplicas === status.availableReplicas) return undefined
    return untilPodAvailable(active, minReadySeconds, now) ?? minReadySeconds * 1000
  }

  /** The active pods that are the owner's, after adoption and release. */
  #claim(owner: T, owned: readonly Pod[]): Promise<readonly Pod[]> {
    const { client } = this.#context
    const manager = new ControllerRefManager<Pod>({
      owner,
      selector: this.#kind.selectorOf(owner),
      patch: (pod, body) => this.#control.patch(pod, body),
      fresh: () => client.get(this.#kind.type, { namespace: getNamespace(owner), name: getName(owner) }),
    })
    return manager.claim([...owned, ...this.#podsByController.orphans(getNamespace(owner))].filter(isPodActive))
  }

  #terminating(owner: T, owned: readonly Pod[]): number | undefined {
    const { featureEnabled } = this.#context
    if (!this.#kind.countsTerminating || !featureEnabled('DeploymentReplicaSetTerminatingReplicas')) return undefined
    const selector = this.#kind.selectorOf(owner)
    return owned.filter((pod) => isPodTerminating(pod) && selector.matches(pod.metadata?.labels ?? {})).length
  }

  /** Creates or deletes pods. @returns why that failed */
  async #manage(owner: T, active: readonly Pod[]): Promise<unknown> {
    const missing = (owner.spec?.replicas ?? 1) - active.length
    if (missing > 0) return this.#create(owner, Math.min(missing, burst))
    return missing < 0 ? this.#delete(owner, active, Math.min(-missing, burst)) : undefined
  }

  async #create(owner: T, count: number): Promise<unknown> {
    const key = objectKey(owner)
    const { template = {} } = owner.spec ?? {}
    this.#expectations.expectCreations(key, count)
    const { successes, error } = await slowStart(count, async () => {
      try {
        await this.#control.createFromTemplate(owner, template)
      } catch (error) {
        // Nothing can be created any more, so there is nothing to be done.
        if (!hasStatusCause(error, 'NamespaceTerminating')) throw error
      }
    })
    this.#expectations.creationObserved(key, count - successes)
    return error
  }

  async #delete(owner: T, active: readonly Pod[], count: number): Promise<unknown> {
    const key = objectKey(owner)
    const now = this.#context.clock.now()
    const doomed = podsToDelete(active, count, { related: this.#related(owner), now })
    this.#expectations.expectDeletions(key, doomed.map(objectKey))
    const results = await Promise.allSettled(
      doomed.map(async (pod) => {
        const deleted = await this.#control.delete(owner, pod).catch((error: unknown) => {
          this.#expectations.deletionObserved(key, objectKey(pod))
          throw error
        })
        if (!deleted) this.#expectations.deletionObserved(key, objectKey(pod))
      }),
    )
    return results.find((result) => result.status === 'rejected')?.reason
  }

  /** The pods of all that have the same controller as the owner. */
  #related(owner: T): readonly Pod[] {
    const related = new Set<Pod>()
    for (const sibling of this.#ownersByController.siblingsOf(owner)) {
      const matching = this.#pods.lister.namespace(getNamespace(sibling)).list(this.#kind.selectorOf(sibling))
      for (const pod of matching) related.add(pod)
    }
    return [...related]
  }

  async #writeStatus(owner: T, status: ReplicaStatus): Promise<void> {
    if (hasStatus(owner, status)) return
    const { client } = this.#context
    const own = client.resource(this.#kind.type).namespace(getNamespace(owner))
    const wanted = { ...status, observedGeneration: owner.metadata?.generation }
    try {
      await own.status().update(this.#kind.withStatus(owner, wanted))
    } catch {
      // Once more over the latest version: others write metadata and spec.
      await own.status().update(this.#kind.withStatus(await own.get(getName(owner)), wanted))
    }
  }
}
