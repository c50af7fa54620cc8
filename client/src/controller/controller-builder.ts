import { MachineryError } from 'apimachinery/errors'
import type { KindClass, KubernetesObject } from 'apimachinery/runtime'
import type { CacheTarget, ObjectCache } from '../cache/object-cache.js'
import { factsOf } from '../cache/object-facts.js'
import type { Client } from '../client/client.js'
import { type Access, accessTo } from './access-rules.js'
import type { Cluster } from './cluster.js'
import { Controller, type ControllerOptions, type ReconcileRun } from './controller.js'
import type { ControllerEvent, Predicate } from './controller-event.js'
import type { EventSource } from './event-source.js'
import { type FinalizeFunction, Finalizers } from './finalizers.js'
import { InformerSource, type KeysOfEvent } from './informer-source.js'
import { OwnWrites } from './own-writes.js'
import { ownerKeys } from './owner-keys.js'
import { type ReconcileContext, type ReconcileObjectContext, RunContext } from './reconcile-context.js'
import { keyText, type ReconcileKey, type ReconcileResult, reconcileKey } from './reconcile-request.js'

/** Where a builder registers its controller. */
export interface ControllerHost {
  readonly clusters: ReadonlyMap<string, Cluster>
  addController(controller: Controller, addition: ControllerAddition): void
  readonly controllerDefaults: ControllerOptions
  /** Called with failures outside of runs: of map functions. */
  readonly onSourceError: (error: unknown, controller: string) => void
}

/** The facts about a controller that a manager needs. */
export interface ControllerAddition {
  /** The required permissions, for RBAC manifests. */
  readonly access?: readonly Access[] | undefined
  /** Run on the leader only. Default true. */
  readonly needsLeader?: boolean | undefined
}

/** How a controller works that a builder makes. */
export interface BuilderOptions extends ControllerOptions {
  /** Name in metrics, events and messages. Default: the kind in lower case. */
  readonly name?: string | undefined
  /** Names of the manager's clusters whose objects are looked after. Default: the manager's own client. */
  readonly clusters?: readonly string[] | undefined
  /** Interval at which every object is reconciled; milliseconds. Default: never. */
  readonly resyncPeriod?: number | undefined
  /**
   * How long a run waits until the cache has seen what the last one wrote; milliseconds, 0 not to wait. Default 5000. It waits again
   * as long as the cache has no connection.
   */
  readonly ownWritesTimeout?: number | undefined
  /** Run on the leader only. Default true. */
  readonly needsLeader?: boolean | undefined
}

/** Reconciles one object. */
export type ReconcileFunction<T extends KubernetesObject> = (
  context: ReconcileContext<T>,
) => Promise<ReconcileResult | undefined> | Promise<void>

/** Which events of other kinds count. */
export interface WatchOptions<T extends KubernetesObject> {
  readonly when?: Predicate<T> | readonly Predicate<T>[] | undefined
}

/** Returns the objects to reconcile when another one changed. */
export type MapFunction<W extends KubernetesObject> = (
  object: W,
  context: { readonly cache: ObjectCache; readonly event: ControllerEvent<W>; readonly cluster: string },
) => Mapped | Promise<Mapped>

/** The name of an object, and its namespace where it has one. */
export interface ObjectName {
  readonly namespace?: string | undefined
  readonly name: string
}

/** Objects or their names. */
export type Mapped = Iterable<KubernetesObject | ObjectName>

/** Until a cache that has lost its server is looked at again, in milliseconds. */
const staleCachePause = 1000
const readVerbs = ['get', 'list', 'watch']
const writeVerbs = ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch']

/** Declares the sources and the function of a controller, and makes it. `controller-runtime/pkg/builder`. */
export class ControllerBuilder<T extends KubernetesObject> {
  readonly #host: ControllerHost
  readonly #type: KindClass<T>
  readonly #options: BuilderOptions
  readonly #name: string
  readonly #predicates: Predicate<T>[] = []
  readonly #filters: Predicate[] = []
  readonly #sources: ((cluster: Cluster) => EventSource)[] = []
  readonly #own: EventSource[] = []
  readonly #finalizers = new Finalizers<T>()
  readonly #access: Access[] = []
  #made = false

  constructor(host: ControllerHost, type: KindClass<T>, options: BuilderOptions = {}) {
    this.#host = host
    this.#type = type
    this.#options = options
    this.#name = options.name ?? type.groupVersionKind.kind.toLowerCase()
    this.#access.push(
      accessTo(type, [...readVerbs, 'patch', 'update']),
      accessTo(type, ['get', 'patch', 'update'], 'status'),
      accessTo(type, ['update'], 'finalizers'),
    )
    this.#sources.push((cluster) =>
      this.#informerSource(cluster, type, {
        keys: ({ object }) => [reconcileKey(object, cluster.name)],
        predicates: this.#predicates,
        resyncPeriod: options.resyncPeriod,
      }),
    )
  }

  /** Only these events of the controller's own kind count; each predicate has to let them pass. */
  when(...predicates: readonly Predicate<T>[]): this {
    this.#predicates.push(...predicates)
    return this
  }

  /** Only these events of any kind count. */
  filter(...predicates: readonly Predicate[]): this {
    this.#filters.push(...predicates)
    return this
  }

  /** Reconciles an object when an object that it controls changes. */
  owns<W extends KubernetesObject>(
    type: KindClass<W>,
    { when, ...owner }: WatchOptions<W> & { readonly onlyController?: boolean | undefined } = {},
  ): this {
    this.#access.push(accessTo(type, writeVerbs))
    this.#sources.push((cluster) =>
      this.#informerSource(cluster, type, {
        keys: ownerKeys(this.#type, { ...owner, cluster: cluster.name }),
        predicates: asList(when),
      }),
    )
    return this
  }

  /** Reconciles the objects that a function returns when an object of another kind changes. */
  watches<W extends KubernetesObject>(type: KindClass<W>, map: MapFunction<W>, { when }: WatchOptions<W> = {}): this {
    this.#access.push(accessTo(type, readVerbs))
    this.#sources.push((cluster) =>
      this.#informerSource(cluster, type, { keys: keysOfMap(map, cluster), predicates: asList(when) }),
    )
    return this
  }

  /** Reconciles the keys of a source: a channel, a timer, or your own. */
  watchesSource(source: EventSource): this {
    this.#own.push(source)
    return this
  }

  /**
   * Adds a finalizer to every object, and calls `finalize` before one is deleted. The function of the controller is not
   * called then.
   */
  finalizer(name: string, finalize: FinalizeFunction<T>): this {
    this.#finalizers.add(name, finalize)
    return this
  }

  /** Declares required verbs on a kind beyond those of the sources; for RBAC manifests. */
  needs(type: KindClass, verbs: readonly string[], subresource?: string): this {
    this.#access.push(accessTo(type, verbs, subresource))
    return this
  }

  /** Makes the controller, which runs with the manager. @throws MachineryError `NoSuchCluster`, `AlreadyBuilt` */
  reconcile(reconcile: ReconcileFunction<T>): Controller {
    if (this.#made) throw new MachineryError('AlreadyBuilt', `the controller ${this.#name} was built already`)
    this.#made = true
    const clusters = this.#clusters()
    const runs = new Map(clusters.map((cluster) => [cluster.name, this.#runOf(cluster, reconcile)]))
    const sources = clusters.flatMap((cluster) => this.#sources.map((source) => source(cluster)))
    const controller = new Controller({
      ...this.#host.controllerDefaults,
      ...this.#options,
      name: this.#name,
      sources: [...sources, ...this.#own],
      reconcile: (run) => {
        const reconcileIn = runs.get(run.key.cluster)
        if (reconcileIn === undefined) throw noSuchCluster(run.key.cluster)
        return reconcileIn(run)
      },
    })
    this.#host.addController(controller, { access: this.#access, needsLeader: this.#options.needsLeader })
    return controller
  }

  #clusters(): Cluster[] {
    return (this.#options.clusters ?? ['']).map((name) => {
      const cluster = this.#host.clusters.get(name)
      if (cluster === undefined) throw noSuchCluster(name)
      return cluster
    })
  }

  #informerSource<W extends KubernetesObject>(
    cluster: Cluster,
    type: CacheTarget<W> & KindClass<W>,
    parts: {
      readonly keys: KeysOfEvent<W>
      readonly predicates: readonly Predicate<W>[]
      readonly resyncPeriod?: number | undefined
    },
  ): EventSource {
    return new InformerSource<W>({
      ...parts,
      name: `kind source: ${type.groupVersionKind.kind}`,
      informer: cluster.cache.informer(type),
      predicates: [...(this.#filters as readonly Predicate<W>[]), ...parts.predicates],
      onError: (error) => this.#host.onSourceError(error, this.#name),
    })
  }

  #runOf(
    { client, cache, events }: Cluster,
    reconcile: ReconcileFunction<T>,
  ): (run: ReconcileRun) => Promise<ReconcileResult | undefined> {
    const timeout = this.#options.ownWritesTimeout ?? 5000
    const ownWrites = new OwnWrites(cache, { timeout })
    const informer = cache.informer<T>(this.#type)
    const recorder = events.recorder(this.#name)
    return async (run) => {
      const { key } = run
      const text = keyText(key)
      if (timeout > 0 && (await ownWrites.wait(text, run)) === 'behind') return { requeueAfter: staleCachePause }
      let stored = informer.lister.get(key)
      const observed = (): Client => (timeout > 0 ? ownWrites.client(client, text) : client)
      const parts = { run, client: observed, cache, events: recorder }
      if (stored !== undefined && this.#finalizers.size > 0) {
        if (this.#finalizers.isDeleting(stored)) {
          return this.#finalizers.run(new RunContext({ ...parts, stored }) as ReconcileObjectContext<T>)
        }
        stored = await this.#finalizers.ensure(stored, observed())
      }
      return (await reconcile(new RunContext({ ...parts, stored }))) ?? undefined
    }
  }
}

/** Finds the keys that a map function names: of objects, or of names. */
function keysOfMap<W extends KubernetesObject>(map: MapFunction<W>, { cache, name }: Cluster): KeysOfEvent<W> {
  const toKeys = (mapped: Mapped): ReconcileKey[] =>
    Array.from(mapped, (each) => ('metadata' in each ? reconcileKey(each, name) : keyOfName(each as ObjectName, name)))
  const call = (object: W, event: ControllerEvent<W>): Mapped | Promise<Mapped> =>
    map(object, { cache, event, cluster: name })
  const keys = (mapped: Mapped | Promise<Mapped>) => (Symbol.iterator in mapped ? toKeys(mapped) : mapped.then(toKeys))
  return (event) => {
    // The objects of the old state are reconciled as well.
    if (event.type !== 'update' || factsOf(event.old).resourceVersion === factsOf(event.object).resourceVersion) {
      return keys(call(event.object, event))
    }
    const [before, after] = [keys(call(event.old, event)), keys(call(event.object, event))]
    if (Array.isArray(before) && Array.isArray(after)) return [...before, ...after]
    return Promise.all([before, after]).then((both) => both.flat())
  }
}

function keyOfName({ namespace = '', name }: ObjectName, cluster: string): ReconcileKey {
  return { namespace, name, cluster }
}

function asList<W extends KubernetesObject>(
  when: Predicate<W> | readonly Predicate<W>[] = [],
): readonly Predicate<W>[] {
  return typeof when === 'function' ? [when] : when
}

function noSuchCluster(name: string): MachineryError {
  return new MachineryError('NoSuchCluster', `the manager has no cluster ${JSON.stringify(name)}`)
}
