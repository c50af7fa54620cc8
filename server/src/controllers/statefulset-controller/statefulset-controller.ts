import { objectKey, type SharedInformer } from '@apimachinery/client/cache'
import { ControllerRevision, StatefulSet } from 'apimachinery/api/apps/v1'
import type { Pod } from 'apimachinery/api/core/v1'
import { asError, newAggregate } from 'apimachinery/errors'
import { labelSelectorAsSelector, type Selector } from 'apimachinery/labels'
import { getControllerOf } from 'apimachinery/meta'
import { getNamespace } from 'apimachinery/runtime'
import { type Controller, type ControllerContext, type ReconcileLoop, reconcileLoop } from '../controller.js'
import { ControllerHistory } from '../controller-history/controller-history.js'
import { sortRevisions } from '../controller-history/revision-order.js'
import { OwnWrites } from '../own-writes.js'
import { followOwned } from '../owner-keys.js'
import { ControllerIndex } from '../pod-control/controller-index.js'
import { ControllerRefManager } from '../pod-control/controller-ref-manager.js'
import { PodControl } from '../pod-control/pod-control.js'
import { untilPodAvailable } from '../pod-control/pod-state.js'
import { ClaimControl } from './claim-control.js'
import { placeOf } from './ordinals.js'
import { SetPodControl } from './set-pod-control.js'
import { type FoundRevisions, findRevisions, truncateHistory } from './set-revisions.js'
import type { RoundResult } from './set-round.js'
import { completed, differs, writeStatus } from './set-status.js'
import { updateSet } from './set-update.js'
import { SetWriter } from './set-writer.js'

const kind = 'StatefulSet'

/** Keeps the numbered pods of stateful sets. Source: pkg/controller/statefulset of Kubernetes. */
export function statefulSetController(context: ControllerContext): Controller {
  return new StatefulSetController(context)
}

class StatefulSetController implements Controller {
  readonly name = 'statefulset-controller'
  readonly #context: ControllerContext
  readonly #sets: SharedInformer<StatefulSet>
  readonly #revisions: SharedInformer<ControllerRevision>
  readonly #podsByOwner: ControllerIndex<Pod>
  readonly #history: ControllerHistory
  readonly #writes = new OwnWrites()
  readonly #writer: SetWriter
  readonly #control: SetPodControl
  readonly #loop: ReconcileLoop

  constructor(context: ControllerContext) {
    this.#context = context
    const { client, informers } = context
    this.#sets = informers.informerFor(StatefulSet)
    this.#revisions = informers.informerFor(ControllerRevision)
    this.#history = new ControllerHistory(client, this.#revisions)
    this.#writer = new SetWriter(context, this.#writes)
    this.#podsByOwner = new ControllerIndex(this.#writer.pods)
    this.#control = new SetPodControl(this.#writer, new ClaimControl(this.#writer))
    this.#loop = reconcileLoop({ name: this.name, context, reconcile: (key) => this.#sync(key) })
  }

  start(): void {
    const add = (key: string): void => this.#loop.add(key)
    const addSet = (set: StatefulSet): void => add(objectKey(set))
    const { pods, claims } = this.#writer
    const followed = [
      this.#sets.addEventHandler({ onAdd: addSet, onUpdate: (_old, set) => addSet(set), onDelete: addSet }).synced,
      followOwned({ kind, owners: this.#sets, owned: pods, add }),
      claims.waitForSync(),
      this.#revisions.waitForSync(),
    ]
    // What is missing is known only when everything is read.
    void Promise.all(followed).then(
      () => this.#loop.start(),
      () => undefined,
    )
  }

  async stop(): Promise<void> {
    await this.#loop.stop()
  }

  async #sync(key: string): Promise<number | undefined> {
    // Until then a pod would be created or deleted once more.
    if (!(await this.#writes.seen(key))) return undefined
    const set = this.#sets.lister.getByKey(key)
    if (set === undefined) {
      this.#writes.forget(key)
      return undefined
    }
    const selector = labelSelectorAsSelector(set.spec?.selector)
    await this.#adoptRevisions(set, selector)
    const pods = await this.#claimPods(set, selector)
    return this.#update(set, pods, selector)
  }

  async #adoptRevisions(set: StatefulSet, selector: Selector): Promise<void> {
    const orphans = this.#history.list(set, selector).filter((revision) => getControllerOf(revision) === undefined)
    if (orphans.length === 0) return
    const claimed = new ControllerRefManager<ControllerRevision>({
      owner: set,
      selector,
      fresh: () => this.#fresh(set),
      patch: (revision, body) => this.#history.patch(revision, body),
    })
    await claimed.claim(orphans)
  }

  #claimPods(set: StatefulSet, selector: Selector): Promise<Pod[]> {
    const control = new PodControl(this.#context)
    const claimed = new ControllerRefManager<Pod>({
      owner: set,
      selector,
      filter: (pod) => placeOf(pod).set === set.metadata?.name,
      fresh: () => this.#fresh(set),
      patch: (pod, body) => control.patch(pod, body),
    })
    const own = this.#podsByOwner.controlledBy(set, kind)
    return claimed.claim([...own, ...this.#podsByOwner.orphans(getNamespace(set))])
  }

  #fresh({ metadata }: StatefulSet): Promise<StatefulSet> {
    const { namespace, name = '' } = metadata ?? {}
    return this.#context.client.get(StatefulSet, { namespace, name })
  }

  async #update(set: StatefulSet, pods: readonly Pod[], selector: Selector): Promise<number | undefined> {
    const { clock, featureEnabled } = this.#context
    const now = clock.now()
    const mayBeUnavailable = featureEnabled('MaxUnavailableStatefulSet')
    const revisions = sortRevisions(this.#history.list(set, selector))
    let found: FoundRevisions | undefined
    const errors: unknown[] = []
    let result: RoundResult | undefined
    try {
      found = await findRevisions(this.#history, set, revisions)
      result = await updateSet(this.#control, set, { found, pods, now, mayBeUnavailable })
      if (result.failure !== undefined) errors.push(result.failure.error)
      await this.#writeStatus(set, result).catch((error: unknown) => {
        // The first failure is the one that is told.
        if (errors.length === 0) errors.push(error)
      })
    } catch (error) {
      errors.push(error)
    }
    const live = found === undefined ? [] : [found.current, found.update]
    await truncateHistory(this.#history, set, { revisions, pods, live }).catch((error: unknown) => errors.push(error))
    if (errors.length === 1) throw errors[0]
    const failed = newAggregate(errors.map(asError))
    if (failed !== undefined) throw failed
    return this.#untilNext(set, { pods, now, result })
  }

  async #writeStatus(set: StatefulSet, { status }: RoundResult): Promise<void> {
    const wanted = completed(set, status)
    if (!differs(wanted, set)) return
    const { client } = this.#context
    this.#writes.wrote(
      objectKey(set),
      this.#sets,
      await writeStatus({ client, lister: this.#sets.lister }, set, wanted),
    )
  }

  /** A pod becomes available without a change of it. */
  #untilNext(
    { spec }: StatefulSet,
    {
      pods,
      now,
      result,
    }: { readonly pods: readonly Pod[]; readonly now: number; readonly result: RoundResult | undefined },
  ): number | undefined {
    const { readyReplicas = 0, availableReplicas = 0 } = result?.status ?? {}
    const minReadySeconds = spec?.minReadySeconds ?? 0
    if (minReadySeconds <= 0 || readyReplicas === availableReplicas) return undefined
    return untilPodAvailable(pods, minReadySeconds, now) ?? minReadySeconds * 1000
  }
}
