import type { DeferredDiscoveryRESTMapper } from 'apimachinery/meta'
import type { Status } from 'apimachinery/meta/v1'
import {
  groupVersionKindOf,
  isTypedObject,
  type KindClass,
  type KubernetesObject,
  Unstructured,
} from 'apimachinery/runtime'
import { type GroupVersionKind, GroupVersionResource } from 'apimachinery/schema'
import { DiscoveryClient } from '../discovery/discovery-client.js'
import type { DiscoveryStore } from '../discovery/discovery-store.js'
import { withServedVersions } from '../discovery/served-versions.js'
import { type WaitForResourceOptions, waitForResource } from '../discovery/wait-for-resource.js'
import type {
  ApplyCallOptions,
  CreateCallOptions,
  DeleteCallOptions,
  GetCallOptions,
  ListCallOptions,
  Patch,
  PatchCallOptions,
  UpdateCallOptions,
  WatchCallOptions,
} from '../rest/call-options.js'
import type { ListOf } from '../rest/list-class.js'
import { nameAndNamespace } from '../rest/name-and-namespace.js'
import { ResourceClient } from '../rest/resource-client.js'
import { classOf, kindOfClass, kindOfResource, type ResourceKind } from '../rest/resource-kind.js'
import type { ResourceWatch } from '../rest/resource-watch.js'
import { RESTClient, type RESTClientOptions } from '../rest/rest-client.js'
import type { ObjectObserver } from '../rest/result.js'
import { PodStreams } from '../streams/pod-streams.js'
import { CachingTransport } from '../transport/caching-transport.js'
import type { ResponseCache } from '../transport/response-cache.js'
import type { Transport } from '../transport/transport.js'

/** Options of {@link Client.from}. */
export interface ClientOptions extends RESTClientOptions {
  /** The namespace of the configuration. */
  readonly namespace?: string | undefined
  /** Keeps discovery between processes. */
  readonly discoveryStore?: DiscoveryStore | undefined
  /** Keeps the answers to requests for discovery and OpenAPI documents, under the address of the server. */
  readonly discoveryCache?: { readonly cache: ResponseCache; readonly host: string } | undefined
}

/** An object's name, and its namespace where it has one. */
export interface ObjectKey {
  readonly namespace?: string | undefined
  readonly name: string
}

/** Of which namespace; without it of all. */
export interface InNamespace {
  readonly namespace?: string | undefined
}

/** Options of {@link Client.list} and {@link Client.pages}. */
export type ListInOptions = ListCallOptions & InNamespace

/** A client that differs from another one in how requests are sent. */
interface DerivedClient {
  readonly of: Client
  readonly rest: RESTClient
}

/** A client of one API server. */
export class Client {
  readonly rest: RESTClient
  /** The discovery of the server. */
  readonly discovery: DiscoveryClient
  /** The namespace of the configuration; `default` where it names none. */
  readonly defaultNamespace: string
  readonly #kinds: Map<KindClass, ResourceKind<KubernetesObject>>

  /** See {@link Client.from}. */
  protected constructor(
    { namespace, discoveryStore, discoveryCache, ...options }: ClientOptions,
    derived?: DerivedClient,
  ) {
    if (derived !== undefined) {
      this.rest = derived.rest
      this.discovery = derived.of.discovery
      this.defaultNamespace = derived.of.defaultNamespace
      this.#kinds = derived.of.#kinds
      return
    }
    this.#kinds = new Map()
    this.rest = new RESTClient(options)
    const cached =
      discoveryCache && new CachingTransport(options.transport, { ...discoveryCache, clock: this.rest.clock })
    const asking = cached === undefined ? this.rest : new RESTClient({ ...options, transport: cached })
    this.discovery = new DiscoveryClient(asking, { store: discoveryStore })
    this.defaultNamespace = namespace ?? 'default'
  }

  /** A client over a transport: the server in this process, `fetch`, or one of your own. */
  static from(options: ClientOptions): Client {
    return new Client(options)
  }

  /** The same client, with the same connections, of which `onObject` is given each object that is read from an answer. */
  observedBy(onObject: ObjectObserver): Client {
    return new Client(this.rest.options, { of: this, rest: this.rest.observedBy(onObject) })
  }

  /**
   * The same client, with the same connections, of which `fence` is called at the moment in which a writing request is sent: what it throws
   * is thrown, and nothing is sent.
   */
  fencedBy(fence: () => void): Client {
    return new Client(this.rest.options, { of: this, rest: this.rest.fencedBy(fence) })
  }

  /** The resource of a kind class, or any resource by its name, with `Unstructured` objects. */
  resource<T extends KubernetesObject>(type: KindClass<T>): ResourceClient<T>
  resource(resource: GroupVersionResource): ResourceClient<Unstructured>
  resource(target: KindClass | GroupVersionResource): ResourceClient<never> {
    if (typeof target !== 'function') {
      return new ResourceClient(
        this.rest,
        kindOfResource(target, this.rest.options),
      ) as unknown as ResourceClient<never>
    }
    let kind = this.#kinds.get(target)
    if (kind === undefined) {
      kind = kindOfClass(target, this.rest.options)
      this.#kinds.set(target, kind)
    }
    return new ResourceClient(this.rest, kind) as unknown as ResourceClient<never>
  }

  /**
   * The resource of a kind, as the server maps it, with `Unstructured` objects.
   *
   * @throws NoKindMatchError, which says in which versions the kind is served
   */
  async resourceFor(gvk: GroupVersionKind): Promise<ResourceClient<Unstructured>> {
    const { resource, scope } = await this.restMapper
      .restMapping(gvk, gvk.version)
      .catch((error: unknown) => withServedVersions(error, gvk, this.restMapper))
    const kind = kindOfResource(resource, this.rest.options, scope.name === 'namespace')
    return new ResourceClient(this.rest, { ...kind, itemClass: Unstructured })
  }

  /** Maps kinds to resources and back, by the discovery of the server. */
  get restMapper(): DeferredDiscoveryRESTMapper {
    return this.discovery.restMapper
  }

  /** Streams of a pod: commands, logs, ports. */
  pod(namespace: string, name: string): PodStreams {
    return new PodStreams(this.rest, { namespace, name })
  }

  /** Waits until a resource is served, after its definition was created; discovery is read again afterwards. */
  async waitForResource(target: KindClass | GroupVersionResource, options?: WaitForResourceOptions): Promise<void> {
    await waitForResource(this.rest, typeof target === 'function' ? resourceOf(target) : target, options)
    this.discovery.invalidate()
  }

  /** One object of a kind. */
  get<T extends KubernetesObject>(type: KindClass<T>, key: ObjectKey, options?: GetCallOptions): Promise<T> {
    const resource = this.resource(type)
    return (key.namespace === undefined ? resource : resource.namespace(key.namespace)).get(key.name, options)
  }

  /** The objects of a kind, of one namespace or all: in one piece, or a page with `limit` and `continue`. */
  list<T extends KubernetesObject>(type: KindClass<T>, options: ListInOptions = {}): Promise<ListOf<T>> {
    const { resource, rest } = this.#listed(type, options)
    return resource.list(rest)
  }

  /** {@link list} page by page; `limit` is 500 unless given. */
  pages<T extends KubernetesObject>(
    type: KindClass<T>,
    options: ListInOptions = {},
  ): AsyncGenerator<ListOf<T>, undefined> {
    const { resource, rest } = this.#listed(type, options)
    return resource.pages(rest)
  }

  /** Watches the objects of a kind, of one namespace or all: see {@link ResourceClient.watch}. */
  watch<T extends KubernetesObject>(
    type: KindClass<T>,
    options: WatchCallOptions & InNamespace = {},
  ): ResourceWatch<T> {
    const { resource, rest } = this.#listed(type, options)
    return resource.watch(rest)
  }

  /** Creates an object; kind and namespace are those of the object. */
  async create<T extends KubernetesObject>(object: T, options?: CreateCallOptions): Promise<T> {
    return (await this.#resourceOf(object)).create(object, options)
  }

  /** Replaces an object. */
  async update<T extends KubernetesObject>(object: T, options?: UpdateCallOptions): Promise<T> {
    return (await this.#resourceOf(object)).update(object, options)
  }

  /** Replaces the status of an object. */
  async updateStatus<T extends KubernetesObject>(object: T, options?: UpdateCallOptions): Promise<T> {
    return (await this.#resourceOf(object)).status().update(object, options)
  }

  /** Patches an object, of which kind, name and namespace are looked at. */
  async patch<T extends KubernetesObject>(object: T, patch: Patch, options?: PatchCallOptions): Promise<T> {
    return (await this.#resourceOf(object, true)).patch(nameAndNamespace(object).name, patch, options)
  }

  /** Server-side apply of an object; the kind is that of the object. */
  async apply<T extends KubernetesObject>(object: T, options: ApplyCallOptions): Promise<T> {
    return (await this.#resourceOf(object)).apply(object, options)
  }

  /** Server-side apply of the status of an object. */
  async applyStatus<T extends KubernetesObject>(object: T, options: ApplyCallOptions): Promise<T> {
    return (await this.#resourceOf(object)).status().apply(object, options)
  }

  /** Deletes an object. */
  async delete<T extends KubernetesObject>(object: T, options?: DeleteCallOptions): Promise<T | Status> {
    return (await this.#resourceOf(object, true)).delete(nameAndNamespace(object).name, options)
  }

  get transport(): Transport {
    return this.rest.sendOptions.transport
  }

  /** Ends all requests, watches and connections. */
  close(): Promise<void> {
    return this.transport.close()
  }

  #listed<T extends KubernetesObject, O extends InNamespace>(type: KindClass<T>, { namespace, ...rest }: O) {
    const resource = this.resource(type)
    return { resource: namespace === undefined ? resource : resource.namespace(namespace), rest }
  }

  async #resourceOf<T extends KubernetesObject>(object: T, narrow = false): Promise<ResourceClient<T>> {
    const resource = isTypedObject(object)
      ? this.resource(classOf(object))
      : ((await this.resourceFor(groupVersionKindOf(object))) as unknown as ResourceClient<T>)
    const { namespace } = nameAndNamespace(object)
    return narrow && namespace !== undefined ? resource.namespace(namespace) : resource
  }
}

function resourceOf({ groupVersionKind: { group, version }, resource }: KindClass): GroupVersionResource {
  if (resource === undefined) throw new TypeError('the kind is not served as a resource')
  return new GroupVersionResource(group, version, resource.plural)
}
