import { parse } from 'apimachinery/labels'
import type { PartialObjectMetadata } from 'apimachinery/meta/v1'
import type { KindClass, KubernetesObject, Unstructured } from 'apimachinery/runtime'
import { GroupVersionResource } from 'apimachinery/schema'
import type { Client } from '../client/client.js'
import type { ResourceClient } from '../rest/resource-client.js'
import { listerWatcherFor, type Selection } from './lister-watcher.js'
import { factsOf } from './object-facts.js'
import { objectKey } from './object-key.js'
import { listSnapshot, type Snapshot } from './reflector-list.js'
import { type InformerOptions, SharedInformer } from './shared-informer.js'

/** Settings of an {@link InformerFactory} for all its informers. */
export interface InformerFactoryOptions extends Omit<InformerOptions<KubernetesObject>, 'indexers'> {
  readonly client: Client
  /** Namespaces to read, for namespaced kinds. Default: all. */
  readonly namespaces?: readonly string[] | undefined
}

/** Which objects an informer holds, and how much of them. */
export interface InformerSelection extends Selection {
  /** Namespaces that are read. Default: those of the factory. */
  readonly namespaces?: readonly string[] | undefined
  /** The server sends metadata only. */
  readonly metadataOnly?: boolean | undefined
  /** Changes objects before they are stored. Default: that of the factory. */
  readonly transform?: ((object: never) => KubernetesObject) | undefined
}

/** An object that was written, and the version that the server gave it. */
export interface WrittenObject {
  readonly group: string
  readonly resource: string
  readonly object: KubernetesObject
  readonly resourceVersion: string
}

/** How long is waited. */
export interface WaitOptions {
  /** Milliseconds. */
  readonly timeout: number
  readonly signal?: AbortSignal | undefined
}

/** An informer, and what it reads. */
interface Held {
  readonly informer: SharedInformer<KubernetesObject>
  readonly resource: ResourceClient<KubernetesObject>
  readonly selector: { matches(labels: Readonly<Record<string, string>>): boolean } | undefined
  /** The metadata of what the server has now. */
  readonly list: (signal: AbortSignal | undefined) => Promise<Snapshot<KubernetesObject>[]>
}

/** Informers of one client: requests for the same objects get the same informer. */
export class InformerFactory {
  readonly client: Client
  readonly #options: InformerFactoryOptions
  readonly #informers = new Map<string, Held>()
  readonly #classes = new Map<KindClass, number>()
  readonly #stopping = new AbortController()
  #started = false

  constructor(options: InformerFactoryOptions) {
    this.#options = options
    this.client = options.client
  }

  /** The informer of a kind class, or of a resource by its name; it is started when the factory is. */
  informerFor<T extends KubernetesObject>(
    type: KindClass<T>,
    selection: InformerSelection & { readonly metadataOnly: true },
  ): SharedInformer<PartialObjectMetadata>
  informerFor<T extends KubernetesObject>(type: KindClass<T>, selection?: InformerSelection): SharedInformer<T>
  informerFor(resource: GroupVersionResource, selection?: InformerSelection): SharedInformer<Unstructured>
  informerFor<T extends KubernetesObject>(
    target: KindClass<T> | GroupVersionResource,
    selection?: InformerSelection,
  ): SharedInformer<T>
  informerFor(target: KindClass | GroupVersionResource, selection: InformerSelection = {}): unknown {
    const key = this.#keyOf(target, selection)
    let held = this.#informers.get(key)
    if (held === undefined) {
      held = this.#make(target, selection)
      this.#informers.set(key, held)
      if (this.#started) void held.informer.run(this.#stopping.signal)
    }
    return held.informer
  }

  /** The informers created so far. */
  informers(): SharedInformer<KubernetesObject>[] {
    return [...this.#informers.values()].map(({ informer }) => informer)
  }

  /** Starts all informers, including those created later. */
  start(): void {
    this.#started = true
    for (const informer of this.informers()) void informer.run(this.#stopping.signal)
  }

  /** Waits until the stores of all informers were filled. @throws as {@link SharedInformer.waitForSync} */
  async waitForSync(signal?: AbortSignal): Promise<void> {
    await Promise.all(this.informers().map((informer) => informer.waitForSync(signal)))
  }

  /** Stops all informers. */
  async stop(): Promise<void> {
    this.#stopping.abort(new DOMException('the informers were stopped', 'AbortError'))
    await Promise.all(this.informers().map((informer) => informer.stop()))
  }

  /** For each informer that has, or will have, an object that was written: waits until it has seen the write. */
  waitsFor(write: WrittenObject, options: WaitOptions): Promise<boolean>[] {
    const waits: Promise<boolean>[] = []
    for (const { informer, resource, selector } of this.#informers.values()) {
      const { kind } = resource
      if (kind.resource !== write.resource || kind.group !== write.group || !informer.isRunning) continue
      const { namespace, labels } = factsOf(write.object)
      const key = objectKey(write.object)
      // A selector that the informer's own selector excludes never matches.
      if (selector !== undefined && !selector.matches(labels ?? {}) && informer.lister.getByKey(key) === undefined)
        continue
      waits.push(informer.waitForResourceVersion(write.resourceVersion, { ...options, namespace }))
    }
    return waits
  }

  /** Waits until all informers have seen what the server has now. @returns whether they have, before the timeout */
  async catchUp(options: WaitOptions): Promise<boolean> {
    const all = [...this.#informers.values()].map(async ({ informer, list }) => {
      if (!informer.isRunning) return true
      await informer.waitForSync(options.signal)
      return informer.waitForObjects(await list(options.signal), options)
    })
    return (await Promise.all(all)).every((each) => each)
  }

  #make(
    target: KindClass | GroupVersionResource,
    { namespaces = this.#options.namespaces, metadataOnly = false, transform, ...selection }: InformerSelection,
  ): Held {
    const { client, namespaces: _, ...options } = this.#options
    const resource = target instanceof GroupVersionResource ? client.resource(target) : client.resource(target)
    const read = metadataOnly ? resource.metadata() : resource
    const several = namespaces !== undefined && namespaces.length > 0 && resource.kind.namespaced !== false
    const scoped = several ? [...new Set(namespaces)].map((name) => read.namespace(name)) : [read]
    const informer = new SharedInformer(
      scoped.map((each) => listerWatcherFor(each, selection)),
      { ...options, transform: transform as InformerOptions<KubernetesObject>['transform'] },
    )
    const list = async (signal: AbortSignal | undefined): Promise<Snapshot<KubernetesObject>[]> =>
      Promise.all(
        scoped.map((each) => listSnapshot(listerWatcherFor(each.metadata(), selection), { limit: 500, signal })),
      )
    const { labelSelector } = selection
    return { informer, resource, list, selector: labelSelector === undefined ? undefined : parse(labelSelector) }
  }

  #keyOf(target: KindClass | GroupVersionResource, { transform, ...selection }: InformerSelection): string {
    const what = target instanceof GroupVersionResource ? target.toString() : `class ${this.#numberOf(target)}`
    const { labelSelector, fieldSelector, namespaces, metadataOnly } = selection
    const own = transform === undefined ? '' : `transform ${this.#numberOf(transform as unknown as KindClass)}`
    return JSON.stringify([what, labelSelector, fieldSelector, namespaces, metadataOnly === true, own])
  }

  /** Two classes of one name are two classes. */
  #numberOf(target: KindClass): number {
    const known = this.#classes.get(target)
    if (known !== undefined) return known
    this.#classes.set(target, this.#classes.size)
    return this.#classes.size - 1
  }
}
