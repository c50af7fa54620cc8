import { CreateOptions, GetOptions, PatchOptions, UpdateOptions } from 'apimachinery/meta/v1'
import { isTypedObject, type KindClass, type KubernetesObject, type ObjectInit } from 'apimachinery/runtime'
import {
  type ApplyCallOptions,
  type CallOptions,
  type CreateCallOptions,
  type GetCallOptions,
  type Patch,
  type PatchCallOptions,
  splitOptions,
  type UpdateCallOptions,
} from './call-options.js'
import { KindCodec } from './kind-codec.js'
import { nameAndNamespace } from './name-and-namespace.js'
import type { PartialDeep } from './partial-deep.js'
import { applyContentType, patchBytes } from './patch-bytes.js'
import type { Request } from './request.js'
import { acceptOf, type ResourceKind } from './resource-kind.js'
import type { RESTClient } from './rest-client.js'

/** Which sub-resource of what. */
export interface SubresourceFacts {
  readonly kind: ResourceKind<KubernetesObject>
  readonly name: string
  readonly namespace: string | undefined
  /** Class of the objects, when they are not of the resource's own kind. */
  readonly type?: KindClass | undefined
}

/** The verbs on a sub-resource. */
export class SubresourceClient<T extends KubernetesObject> {
  readonly #rest: RESTClient
  readonly #facts: SubresourceFacts
  readonly #type: KindClass<T>
  readonly #codec: KindCodec

  constructor(rest: RESTClient, facts: SubresourceFacts) {
    this.#rest = rest
    this.#facts = facts
    this.#type = (facts.type ?? facts.kind.itemClass) as KindClass<T>
    this.#codec = facts.type === undefined ? facts.kind.codec : new KindCodec([facts.type], rest.options.integers)
  }

  /** The sub-resource of one object. */
  async get(name: string, options: GetCallOptions = {}): Promise<T> {
    const { call, fields } = splitOptions(options)
    return this.#into(this.#request('GET', name, call).versionedParams(fields, GetOptions))
  }

  /** Replaces the sub-resource of the object named in it. */
  update(object: T | ObjectInit<T>, options: UpdateCallOptions = {}): Promise<T> {
    return this.updateFor(nameAndNamespace(object).name, object, options)
  }

  /** Replaces the sub-resource of the object `name`. */
  async updateFor(name: string, object: T | ObjectInit<T>, options: UpdateCallOptions = {}): Promise<T> {
    const { call, fields } = splitOptions(options)
    const request = this.#request('PUT', name, { ...call, object }).versionedParams(fields, UpdateOptions)
    return this.#into(this.#withBody(request, object))
  }

  /** Posts to the sub-resource of the object `name`: evictions, bindings, tokens. */
  async create(name: string, object: T | ObjectInit<T>, options: CreateCallOptions = {}): Promise<T> {
    const { call, fields } = splitOptions(options)
    const request = this.#request('POST', name, { ...call, object }).versionedParams(fields, CreateOptions)
    return this.#into(this.#withBody(request, object))
  }

  async patch(name: string, patch: Patch, options: PatchCallOptions = {}): Promise<T> {
    const { call, fields } = splitOptions(options)
    const request = this.#request('PATCH', name, call).versionedParams(fields, PatchOptions)
    return this.#into(request.body(patchBytes(patch), patch.type.contentType))
  }

  async apply(object: T | PartialDeep<ObjectInit<T>>, options: ApplyCallOptions): Promise<T> {
    return this.applyFor(nameAndNamespace(object).name, object, options)
  }

  async applyFor(name: string, object: T | PartialDeep<ObjectInit<T>>, options: ApplyCallOptions): Promise<T> {
    const { call, fields } = splitOptions(options)
    const request = this.#request('PATCH', name, { ...call, object })
    const body = patchBytes({ body: this.#withTypeMeta(object) })
    return this.#into(request.versionedParams(fields, PatchOptions).body(body, applyContentType))
  }

  /** A request to the sub-resource, for what has no method here. */
  request(method: string, name: string, options: CallOptions = {}): Request {
    return this.#request(method, name, options)
  }

  async #into(request: Request): Promise<T> {
    return (await request.do()).into(this.#type)
  }

  #request(
    method: string,
    name: string,
    { signal, timeoutMilliseconds, object }: CallOptions & { readonly object?: object },
  ): Request {
    const { kind, namespace, name: subresource } = this.#facts
    const request = this.#rest.verb(method).groupVersion(kind).resource(kind.resource).name(name)
    const inNamespace = namespace ?? (object === undefined ? undefined : nameAndNamespace(object).namespace)
    if (inNamespace !== undefined && kind.namespaced !== false) request.namespace(inNamespace)
    else if (kind.namespaced === true) request.namespace('')
    if (timeoutMilliseconds !== undefined) request.timeout(timeoutMilliseconds)
    const accept = this.#facts.type === undefined ? kind.accept : acceptOf(this.#facts.type, this.#rest.options)
    return request
      .subResource(...subresource.split('/'))
      .codec(this.#codec)
      .setHeader('accept', accept)
      .signal(signal)
  }

  #withBody(request: Request, object: object): Request {
    const contentType = 'application/json'
    return request.body(this.#codec.encode(this.#withTypeMeta(object), contentType), contentType)
  }

  #withTypeMeta(object: object): KubernetesObject {
    if (isTypedObject(object) || this.#type.groupVersionKind.kind === '') return object
    return new this.#type(object as never)
  }
}
