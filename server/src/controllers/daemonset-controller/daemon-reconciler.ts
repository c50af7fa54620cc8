import { objectKey, type SharedInformer } from '@apimachinery/client/cache'
import { type ControllerRevision, DaemonSet } from 'apimachinery/api/apps/v1'
import type { Node, Pod } from 'apimachinery/api/core/v1'
import { labelSelectorAsSelector, type Selector } from 'apimachinery/labels'
import { getNamespace } from 'apimachinery/runtime'
import { type ControllerContext, isDeleting } from '../controller.js'
import { ControllerHistory } from '../controller-history/controller-history.js'
import { OwnWrites } from '../own-writes.js'
import { ControllerIndex } from '../pod-control/controller-index.js'
import { ControllerRefManager } from '../pod-control/controller-ref-manager.js'
import { PodControl } from '../pod-control/pod-control.js'
import { untilPodAvailable } from '../pod-control/pod-state.js'
import { podTemplateHasher } from '../pod-control/pod-template-hash.js'
import { DaemonHistory, type DaemonRevisions, hashOf } from './daemon-history.js'
import { podsByNode } from './daemon-pods.js'
import { countNodes, storeStatus } from './daemon-status.js'
import type { NodeInformers } from './follow-nodes.js'
import { NodeDecisions, type NodeView } from './node-decisions.js'
import { NodeSync } from './node-sync.js'
import { rollingUpdate } from './rolling-update.js'

/** The informers of a {@link DaemonReconciler}. */
export interface DaemonInformers extends NodeInformers {
  readonly revisions: SharedInformer<ControllerRevision>
}

/** A daemon set that is looked at. */
interface Round {
  readonly set: DaemonSet
  readonly selector: Selector
  readonly nodes: readonly Node[]
  readonly later: (milliseconds: number) => void
}

/** Brings daemon sets to what they ask for. Source: `syncDaemonSet` in pkg/controller/daemon of Kubernetes. */
export class DaemonReconciler {
  readonly #context: ControllerContext
  readonly #informers: DaemonInformers
  readonly #podsByOwner: ControllerIndex<Pod>
  readonly #revisions: ControllerHistory
  readonly #history: DaemonHistory
  readonly #control: PodControl
  readonly #decisions: NodeDecisions
  readonly #sync: NodeSync
  readonly #writes = new OwnWrites()

  constructor(context: ControllerContext, informers: DaemonInformers) {
    const { client, events, release } = context
    this.#context = context
    this.#informers = informers
    this.#podsByOwner = new ControllerIndex(informers.pods)
    this.#revisions = new ControllerHistory(client, informers.revisions)
    this.#history = new DaemonHistory(client, podTemplateHasher(release))
    this.#control = new PodControl(context)
    this.#decisions = new NodeDecisions(events)
    this.#sync = new NodeSync(this.#control, informers.pods, this.#writes)
  }

  /** Looks at the daemon set of a key. @returns the milliseconds after which it must be looked at again. */
  async reconcile(key: string): Promise<number | undefined> {
    // Until then a pod would be created or deleted once more.
    if (!(await this.#writes.seen(key))) return undefined
    const set = this.#informers.sets.lister.getByKey(key)
    if (set === undefined) this.#writes.forget(key)
    if (set === undefined || isDeleting(set)) return undefined
    let again: number | undefined
    const later = (milliseconds: number): void => {
      again = Math.min(again ?? milliseconds, milliseconds)
    }
    const selector = labelSelectorAsSelector(set.spec?.selector)
    const nodes = this.#informers.nodes.lister.list()
    await this.#look({ set, selector, nodes, later })
    return again
  }

  async #look(round: Round): Promise<void> {
    const { set, selector } = round
    const pods = await this.#claimPods(set, selector)
    const revisions = await this.#history.find(set, await this.#claimRevisions(set, selector), pods)
    const failure = await this.#update(round, pods, revisions).then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
    try {
      await this.#writeStatus(round, hashOf(revisions.current))
    } catch (error) {
      // The first failure is the one that is told.
      if (failure === undefined) throw error
    }
    if (failure !== undefined) throw failure.error
  }

  async #update(round: Round, pods: readonly Pod[], { current, old }: DaemonRevisions): Promise<void> {
    const { set, nodes } = round
    const hash = hashOf(current)
    const view = this.#viewOf(round, pods, hash)
    const isChanging = await this.#sync.sync(set, this.#decisions.changes(view, nodes), hash)
    // An update counts pods: it waits until those are seen that were just created or deleted.
    if (!isChanging && set.spec?.updateStrategy?.type === 'RollingUpdate') {
      await this.#sync.sync(set, rollingUpdate(view, nodes), hash)
    }
    await this.#history.truncate(set, old, pods)
  }

  async #writeStatus(round: Round, hash: string): Promise<void> {
    const { set, selector, nodes, later } = round
    const pods = await this.#claimPods(set, selector)
    const view = this.#viewOf(round, pods, hash)
    const counts = countNodes(view, nodes)
    const stored = await storeStatus(this.#context.client, set, counts)
    if (stored !== undefined) this.#writes.wrote(objectKey(set), this.#informers.sets, stored)
    const minReadySeconds = set.spec?.minReadySeconds ?? 0
    if (minReadySeconds > 0 && counts.numberReady !== counts.numberAvailable) {
      later(untilPodAvailable(pods, minReadySeconds, view.now) ?? minReadySeconds * 1000)
    }
  }

  #viewOf({ set, later }: Round, pods: readonly Pod[], hash: string): NodeView {
    return { set, byNode: podsByNode(pods), hash, now: this.#context.clock.now(), later }
  }

  #claimPods(set: DaemonSet, selector: Selector): Promise<Pod[]> {
    const claimed = new ControllerRefManager<Pod>({
      owner: set,
      selector,
      fresh: () => this.#fresh(set),
      patch: (pod, body) => this.#control.patch(pod, body),
    })
    const own = this.#podsByOwner.controlledBy(set, 'DaemonSet')
    return claimed.claim([...own, ...this.#podsByOwner.orphans(getNamespace(set))])
  }

  #claimRevisions(set: DaemonSet, selector: Selector): Promise<ControllerRevision[]> {
    const claimed = new ControllerRefManager<ControllerRevision>({
      owner: set,
      selector,
      fresh: () => this.#fresh(set),
      patch: (revision, body) => this.#revisions.patch(revision, body),
    })
    return claimed.claim(this.#informers.revisions.lister.namespace(getNamespace(set)).list())
  }

  #fresh({ metadata }: DaemonSet): Promise<DaemonSet> {
    const { namespace, name = '' } = metadata ?? {}
    return this.#context.client.get(DaemonSet, { namespace, name })
  }
}
