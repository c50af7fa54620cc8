import { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import { APIService } from 'apimachinery/api/apiregistration/v1'
import type { PartialObjectMetadata } from 'apimachinery/meta/v1'
import { type Controller, type ControllerContext, type ReconcileLoop, reconcileLoop } from '../controller.js'
import { AbsentOwners } from './absent-owners.js'
import { InvalidOwnerEvents } from './invalid-owner-events.js'
import { type JudgedObject, LiveObjects, NamespacedOwnerError } from './live-objects.js'
import { OwnerGraph } from './owner-graph.js'
import {
  foregroundFinalizer,
  hasFinalizer,
  identityOf,
  isDeletingWith,
  type ObjectIdentity,
  type OwnerEdge,
  type OwnerNode,
  orphanFinalizer,
  ownersOf,
} from './owner-node.js'
import { ResourceMonitors } from './resource-monitors.js'

const name = 'garbagecollector'
/** Milliseconds after a definition changed until discovery is read again, and between two readings without a change. */
const [discoveryDelay, discoveryPeriod] = [200, 30_000]
/** Milliseconds after which collection begins although some resources cannot be read. */
const syncTimeout = 30_000

/**
 * Deletes objects whose owners are deleted, and finishes foreground and orphan deletion. Source: pkg/controller/garbagecollector of
 * Kubernetes.
 */
export function garbageCollector(context: ControllerContext): Controller {
  const collector = new GarbageCollector(context)
  return { name, start: () => collector.start(), stop: () => collector.stop() }
}

/** An object was only named by others, and has not been seen by its monitor yet. */
class NotObservedError extends Error {
  override readonly name = 'NotObservedError'
}

/** What becomes of the references of an object. */
interface ClassifiedOwners {
  /** There. */
  readonly solid: readonly OwnerEdge[]
  /** Gone. */
  readonly dangling: readonly OwnerEdge[]
  /** There, but waiting for its dependents to be deleted. */
  readonly waiting: readonly OwnerEdge[]
}

class GarbageCollector {
  readonly #context: ControllerContext
  readonly #absent = new AbsentOwners()
  readonly #graph: OwnerGraph
  readonly #live: LiveObjects
  readonly #monitors: ResourceMonitors
  readonly #events: InvalidOwnerEvents
  readonly #discoveries: ReconcileLoop
  readonly #deletions: ReconcileLoop
  readonly #orphans: ReconcileLoop
  readonly #stopping = new AbortController()
  #begun: Promise<void> = Promise.resolve()

  constructor(context: ControllerContext) {
    this.#context = context
    const { client, pace } = context
    this.#live = new LiveObjects(client)
    this.#events = new InvalidOwnerEvents(context)
    const expected = (error: unknown): boolean => error instanceof NotObservedError
    this.#discoveries = reconcileLoop({ name, context, reconcile: () => this.#discover() })
    this.#deletions = reconcileLoop({ name, context, expected, reconcile: (uid) => this.#attemptToDelete(uid) })
    this.#orphans = reconcileLoop({ name, context, reconcile: (uid) => this.#attemptToOrphan(uid) })
    this.#graph = new OwnerGraph(this.#absent, {
      attemptToDelete: ({ identity }) => this.#deletions.add(identity.uid),
      attemptToDeleteLater: ({ identity }) => this.#deletions.addAfter(identity.uid, discoveryDelay),
      attemptToOrphan: ({ identity }) => this.#orphans.add(identity.uid),
      invalidNamespace: (dependent, owner) => this.#events.report(dependent, owner),
    })
    this.#monitors = new ResourceMonitors({ client, clock: pace, handler: this.#graph })
  }

  start(): void {
    const again = () => this.#discoveries.addAfter('', discoveryDelay)
    for (const type of [CustomResourceDefinition, APIService]) {
      const informer = this.#context.informers.informerFor(type as typeof CustomResourceDefinition)
      informer.addEventHandler({ onAdd: again, onUpdate: again, onDelete: again })
    }
    this.#begun = this.#begin()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#discoveries.stop()
    await this.#begun
    await Promise.all([this.#deletions.stop(), this.#orphans.stop()])
    await this.#monitors.stop()
    await this.#events.stop()
  }

  /** Nothing is judged before all objects are known: what is not known blocks no deletion. */
  async #begin(): Promise<void> {
    const first = new Promise<void>((resolve) => {
      this.#stopping.signal.addEventListener('abort', () => resolve(), { once: true })
      this.#discovered = resolve
    })
    this.#discoveries.add('')
    this.#discoveries.start()
    await first
    const late = new AbortController()
    const timer = this.#context.pace.setTimer(() => late.abort(), syncTimeout)
    const signal = AbortSignal.any([late.signal, this.#stopping.signal])
    await this.#monitors.waitForSync(signal)
    timer.stop()
    if (this.#stopping.signal.aborted) return
    this.#deletions.start()
    this.#orphans.start()
  }

  #discovered: () => void = () => undefined

  async #discover(): Promise<undefined> {
    await this.#monitors.sync()
    this.#discovered()
    this.#discoveries.addAfter('', discoveryPeriod)
    return undefined
  }

  async #attemptToDelete(uid: string): Promise<undefined> {
    const node = this.#graph.get(uid)
    if (node === undefined) return undefined
    try {
      await this.#judge(node)
    } catch (error) {
      // It will never be resolved, so that trying again is of no use.
      if (error instanceof NamespacedOwnerError) return undefined
      throw error
    }
    if (!node.virtual || this.#graph.get(uid) !== node) return undefined
    if (!this.#monitors.follows(node.identity)) this.#discoveries.add('')
    // It may have come and gone while its monitor was away: then nobody would tell that it is gone.
    throw new NotObservedError()
  }

  async #judge(node: OwnerNode): Promise<void> {
    if (node.deleting && !node.deletingDependents) return
    const { identity } = node
    const object = await this.#live.readSame(identity)
    if (object === undefined) return this.#graph.confirmAbsent(identity)
    if (node.deletingDependents) return this.#finishForeground(node)
    const owners = ownersOf(object)
    if (owners.length === 0) return
    const judged = { identity, object }
    const { solid, dangling, waiting } = await this.#classify(owners, identity.namespace)
    if (solid.length > 0) {
      if (dangling.length + waiting.length > 0) await this.#removeOwners(judged, [...dangling, ...waiting])
      return
    }
    if (waiting.length === 0 || node.dependents.size === 0) return this.#delete(judged, policyOf(object))
    // Two that wait for each other would wait for ever.
    const inCircle = [...node.dependents].some(({ deletingDependents }) => deletingDependents)
    const judgedAgain = inCircle ? await this.#unblockOwners(judged) : judged
    if (judgedAgain !== undefined) await this.#delete(judgedAgain, 'Foreground')
  }

  async #classify(owners: readonly OwnerEdge[], namespace: string): Promise<ClassifiedOwners> {
    const [solid, dangling, waiting]: [OwnerEdge[], OwnerEdge[], OwnerEdge[]] = [[], [], []]
    for (const edge of owners) {
      const owner = await this.#ownerOf(edge, namespace)
      if (owner === undefined) dangling.push(edge)
      else if (isDeletingWith(owner, foregroundFinalizer)) waiting.push(edge)
      else solid.push(edge)
    }
    return { solid, dangling, waiting }
  }

  /** The owner as the server has it; undefined if it is proved that there is none with this uid. */
  async #ownerOf(edge: OwnerEdge, namespace: string): Promise<PartialObjectMetadata | undefined> {
    const ofCluster = identityOf(edge, '')
    const beside = identityOf(edge, namespace)
    if (this.#absent.has(ofCluster) || this.#absent.has(beside)) return undefined
    const { namespaced } = await this.#live.mapping(edge)
    const identity = namespaced ? beside : ofCluster
    const owner = await this.#live.readSame(identity)
    if (owner === undefined) this.#absent.add(identity)
    return owner
  }

  async #delete(judged: JudgedObject, propagationPolicy: string): Promise<void> {
    const wasThere = await this.#live.delete(judged, propagationPolicy)
    if (!wasThere) this.#graph.confirmAbsent(judged.identity)
  }

  async #removeOwners(judged: JudgedObject, owners: readonly { readonly uid: string }[]): Promise<void> {
    const gone = new Set(owners.map(({ uid }) => uid))
    const all = judged.object.metadata?.ownerReferences ?? []
    const ownerReferences = all.filter(({ uid }) => !gone.has(uid ?? '')).map((each) => ({ ...each }))
    if (ownerReferences.length < all.length) await this.#live.patch(judged, { ownerReferences })
  }

  /** @returns the object after the change; undefined if it is gone */
  async #unblockOwners(judged: JudgedObject): Promise<JudgedObject | undefined> {
    const references = judged.object.metadata?.ownerReferences ?? []
    const ownerReferences = references.map((each) => ({
      ...each,
      ...(each.blockOwnerDeletion === true && { blockOwnerDeletion: false }),
    }))
    await this.#live.patch(judged, { ownerReferences })
    const object = await this.#live.readSame(judged.identity)
    return object && { identity: judged.identity, object }
  }

  async #finishForeground(node: OwnerNode): Promise<void> {
    const { uid } = node.identity
    const blocking = [...node.dependents].filter(({ owners }) => owners.some((edge) => edge.uid === uid && edge.blocks))
    if (blocking.length === 0) return this.#removeFinalizer(node.identity, foregroundFinalizer)
    for (const { identity, deletingDependents } of blocking) if (!deletingDependents) this.#deletions.add(identity.uid)
  }

  async #attemptToOrphan(uid: string): Promise<undefined> {
    const node = this.#graph.get(uid)
    if (node === undefined) return undefined
    await Promise.all([...node.dependents].map((dependent) => this.#release(dependent.identity, uid)))
    await this.#removeFinalizer(node.identity, orphanFinalizer)
    return undefined
  }

  async #release(dependent: ObjectIdentity, owner: string): Promise<void> {
    const object = await this.#live.readSame(dependent)
    if (object !== undefined) await this.#removeOwners({ identity: dependent, object }, [{ uid: owner }])
  }

  async #removeFinalizer(identity: ObjectIdentity, finalizer: string): Promise<void> {
    const object = await this.#live.readSame(identity)
    if (object === undefined || !hasFinalizer(object, finalizer)) return
    const finalizers = (object.metadata?.finalizers ?? []).filter((each) => each !== finalizer)
    await this.#live.patch({ identity, object }, { finalizers })
  }
}

/** What a finalizer that is there already asks for. */
function policyOf(object: PartialObjectMetadata): string {
  if (hasFinalizer(object, orphanFinalizer)) return 'Orphan'
  return hasFinalizer(object, foregroundFinalizer) ? 'Foreground' : 'Background'
}
