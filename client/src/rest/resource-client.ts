import {
  CreateOptions,
  GetOptions,
  ListOptions,
  PartialObjectMetadata,
  PatchOptions,
  type Status,
  UpdateOptions,
} from 'apimachinery/meta/v1'
import { isTypedObject, type KindClass, type KubernetesObject, type ObjectInit } from 'apimachinery/runtime'
import type { ListStream } from 'apimachinery/runtime/serializer/streaming'
import { headerOf } from '../transport/transport.js'
import {
  type ApplyCallOptions,
  type CallOptions,
  type CreateCallOptions,
  type DeleteCallOptions,
  type GetCallOptions,
  type ListCallOptions,
  type Patch,
  type PatchCallOptions,
  splitOptions,
  type UpdateCallOptions,
  type WatchCallOptions,
} from './call-options.js'
import type { ListOf } from './list-class.js'
import { metadataOfWhole } from './metadata-of-whole.js'
import { nameAndNamespace } from './name-and-namespace.js'
import { eachItem, listPages } from './pages.js'
import type { ApplyInit } from './partial-deep.js'
import { applyContentType, jsonBytes, patchBytes } from './patch-bytes.js'
import type { Request } from './request.js'
import { bodyType, metadataKind, type ResourceKind } from './resource-kind.js'
import { ResourceWatch } from './resource-watch.js'
import type { RESTClient } from './rest-client.js'
import { ScaleClient } from './scale-client.js'
import { SubresourceClient } from './subresource-client.js'

/** All verbs on the objects of one resource, in one namespace or in all. */
export class ResourceClient<T extends KubernetesObject> {
  /** The client that sends the requests. */
  readonly rest: RESTClient
  readonly kind: ResourceKind<T>
  /** The namespace; undefined for all, and for cluster-scoped objects. */
  readonly inNamespace: string | undefined

  constructor(rest: RESTClient, kind: ResourceKind<T>, inNamespace?: string) {
    this.rest = rest
    this.kind = kind
    this.inNamespace = inNamespace
  }

  /** The same resource in one namespace. */
  namespace(namespace: string): ResourceClient<T> {
    return new ResourceClient(this.rest, this.kind, namespace)
  }

  /** One object. @throws RequestStatusError such as `NotFound`; TransportError */
  async get(name: string, options: GetCallOptions = {}): Promise<T> {
    const { call, fields } = splitOptions(options)
    return (await this.#request('GET', call).name(name).versionedParams(fields, GetOptions).do()).into(
      this.kind.itemClass,
    )
  }

  /** The objects that fit, or a page of them when `limit` is given. */
  async list(options: ListCallOptions = {}): Promise<ListOf<T>> {
    const list = (await this.#listRequest(options).do()).into(this.kind.listClass)
    // Protobuf has no empty lists, and servers may write null.
    list.items ??= []
    if ((this.kind.itemClass as KindClass) === PartialObjectMetadata)
      list.items = list.items.map(metadataOfWhole) as T[]
    return list
  }

  /** A list whose items are decoded while it arrives, so that it need not fit into memory. JSON and protobuf. */
  async *listItems(options: ListCallOptions = {}): AsyncGenerator<T, ListOf<T> | undefined> {
    const { body, headers } = await this.#listRequest(options).stream()
    const { codec, listClass, itemClass } = this.kind
    const info = codec.forContentType(headerOf(headers, 'content-type') ?? 'application/json')
    if (info === undefined || info.mediaType === 'application/cbor') {
      const decoder = (info ?? codec.forContentType('application/json'))?.serializer
      const list = decoder?.decode(await body.bytes(), { into: listClass }).object
      yield* list?.items ?? []
      return list
    }
    // Loaded when it is needed, as few programs read lists so.
    const { decodeListStream } = await import('apimachinery/runtime/serializer/streaming')
    const source = Object.assign(
      { [Symbol.asyncIterator]: () => body[Symbol.asyncIterator]() },
      { destroy: () => body.cancel() },
    )
    const items: ListStream<T> = decodeListStream(source, { decoder: info.serializer, listClass, itemClass })
    yield* items
    return items.list as ListOf<T> | undefined
  }

  /** The list page by page; `limit` is 500 unless given. A token that has expired is replaced by a list in one piece. */
  pages(options: ListCallOptions = {}): AsyncGenerator<ListOf<T>, undefined> {
    return listPages((each) => this.list(each), options)
  }

  /** The objects of all pages one by one. */
  each(options: ListCallOptions = {}): AsyncGenerator<T, undefined> {
    return eachItem((each) => this.list(each), options)
  }

  /**
   * Watches changes: first the existing objects, unless `resourceVersion` sets the start. The watch reconnects when its
   * connection ends; it throws `RequestStatusError` with reason `Expired` if the server no longer has its version.
   */
  watch(options: WatchCallOptions = {}): ResourceWatch<T> {
    const { resume = true, ...rest } = options
    return new ResourceWatch<T>({
      open: (fields) =>
        this.#listRequest({ ...rest, ...fields }, 'watch')
          .param('watch', 'true')
          .stream(),
      kind: this.kind,
      options: rest,
      resume,
      clock: this.rest.clock,
    })
  }

  async create(object: T | ObjectInit<T>, options: CreateCallOptions = {}): Promise<T> {
    const { call, fields } = splitOptions(options)
    const request = this.#request('POST', call, object).versionedParams(fields, CreateOptions)
    return (await this.#withBody(request, object).do()).into(this.kind.itemClass)
  }

  /** Replaces an object by its name; with `metadata.resourceVersion` it fails if another client changed the object. */
  async update(object: T | ObjectInit<T>, options: UpdateCallOptions = {}): Promise<T> {
    const { call, fields } = splitOptions(options)
    const request = this.#request('PUT', call, object)
      .name(nameAndNamespace(object).name)
      .versionedParams(fields, UpdateOptions)
    return (await this.#withBody(request, object).do()).into(this.kind.itemClass)
  }

  /** Replaces the status of an object. */
  updateStatus(object: T | ObjectInit<T>, options?: UpdateCallOptions): Promise<T> {
    return this.status().update(object, options)
  }

  async patch(name: string, patch: Patch, options: PatchCallOptions = {}): Promise<T> {
    const { call, fields } = splitOptions(options)
    const request = this.#request('PATCH', call).name(name).versionedParams(fields, PatchOptions)
    return (await request.body(patchBytes(patch), patch.type.contentType).do()).into(this.kind.itemClass)
  }

  /** Server-side apply: the fields in `object` are to be as they are there, and belong to `fieldManager`. */
  async apply(object: ApplyInit<T>, options: ApplyCallOptions): Promise<T> {
    const { call, fields } = splitOptions(options)
    const { name } = nameAndNamespace(object)
    const request = this.#request('PATCH', call, object).name(name).versionedParams(fields, PatchOptions)
    const whole = this.#withTypeMeta(object)
    return (await request.body(jsonBytes(whole), applyContentType).do()).into(this.kind.itemClass)
  }

  /** Server-side apply of the status of an object. */
  applyStatus(object: ApplyInit<T>, options: ApplyCallOptions): Promise<T> {
    return this.status().apply(object, options)
  }

  /** Deletes an object; returns its last state, or the Status of the server. */
  async delete(name: string, options: DeleteCallOptions = {}): Promise<T | Status> {
    const { call, fields } = splitOptions(options)
    const request = this.#request('DELETE', call).name(name)
    return (await withDeleteOptions(request, fields).do()).object() as T | Status
  }

  /** Deletes the objects that `selection` fits. */
  async deleteCollection(
    selection: ListCallOptions = {},
    options: DeleteCallOptions = {},
  ): Promise<ListOf<T> | Status> {
    const { call, fields } = splitOptions(options)
    const { call: other, fields: list } = splitOptions(selection)
    const all = { ...other, ...definedOnly(call) }
    const request = this.#acceptingLists(this.#request('DELETE', withTimeout(all, list)).apiVerb('deletecollection'))
    return (await withDeleteOptions(request.versionedParams(list, ListOptions), fields).do()).object() as
      | ListOf<T>
      | Status
  }

  /** The sub-resource `status`. */
  status(): SubresourceClient<T> {
    return this.subresource('status')
  }

  /** The sub-resource `scale`. */
  scale(): ScaleClient {
    return new ScaleClient(this.rest, this.kind, this.inNamespace)
  }

  /** A sub-resource; its objects are of the resource's own kind, or of `type`. */
  subresource(name: string): SubresourceClient<T>
  subresource<S extends KubernetesObject>(name: string, type: KindClass<S>): SubresourceClient<S>
  subresource(name: string, type?: KindClass): SubresourceClient<KubernetesObject> {
    const { kind, rest, inNamespace } = this
    return new SubresourceClient(rest, { kind, name, namespace: inNamespace, type })
  }

  /** The same objects, of which the server sends the metadata only. */
  metadata(): ResourceClient<PartialObjectMetadata> {
    return new ResourceClient(this.rest, metadataKind(this.kind, this.rest.options), this.inNamespace)
  }

  /** A request to this resource, for what has no method here. */
  request(method: string, options: CallOptions = {}): Request {
    return this.#request(method, options)
  }

  #request(method: string, { signal, timeoutMilliseconds }: CallOptions, object?: object): Request {
    const { kind } = this
    const request = this.rest.verb(method).groupVersion(kind).resource(kind.resource).codec(kind.codec)
    const namespace = this.inNamespace ?? (object === undefined ? undefined : nameAndNamespace(object).namespace)
    if (namespace !== undefined && kind.namespaced !== false) request.namespace(namespace)
    else if (kind.namespaced === true) request.namespace('')
    request.setHeader('accept', kind.accept)
    if (timeoutMilliseconds !== undefined) request.timeout(timeoutMilliseconds)
    return request.signal(signal)
  }

  #listRequest(options: WatchCallOptions, verb = 'list'): Request {
    const { call, fields } = splitOptions(options)
    const request = this.#request('GET', withTimeout(call, fields)).apiVerb(verb).versionedParams(fields, ListOptions)
    return verb === 'list' ? this.#acceptingLists(request) : request
  }

  #acceptingLists(request: Request): Request {
    const { listAccept, accept } = this.kind
    return request.setHeader('accept', listAccept ?? accept)
  }

  #withBody(request: Request, object: object): Request {
    const contentType = bodyType(this.kind, { speaks: (type) => this.rest.speaks(type) })
    return request.body(this.kind.codec.encode(this.#withTypeMeta(object), contentType), contentType)
  }

  #withTypeMeta(object: object): KubernetesObject {
    const { itemClass } = this.kind
    if (isTypedObject(object) || itemClass.groupVersionKind.kind === '') return object
    return new itemClass(object as never)
  }
}

/** `timeoutSeconds` is a deadline for this side as well, as in client-go; a watch only tells it to the server. */
function withTimeout(call: CallOptions, { timeoutSeconds }: Record<string, unknown>): CallOptions {
  if (call.timeoutMilliseconds !== undefined || typeof timeoutSeconds !== 'number' || timeoutSeconds <= 0) return call
  return { ...call, timeoutMilliseconds: timeoutSeconds * 1000 }
}

function withDeleteOptions(request: Request, fields: Record<string, unknown>): Request {
  if (Object.keys(fields).length === 0) return request
  return request.body(
    jsonBytes({ kind: 'DeleteOptions', apiVersion: 'v1', ...definedOnly(fields) }),
    'application/json',
  )
}

function definedOnly<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T
}
