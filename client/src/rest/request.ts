import { toQueryParameters } from 'apimachinery/conversion'
import { MachineryError } from 'apimachinery/errors'
import type { KindClass, KubernetesObject } from 'apimachinery/runtime'
import type { GroupVersion } from 'apimachinery/schema'
import type { Clock, Timer } from 'apimachinery/wait'
import { abortWith } from '../transport/abort-with.js'
import {
  headerOf,
  type TransportResponse,
  type UpgradeRefused,
  type WebSocketConnection,
} from '../transport/transport.js'
import { TransportError } from '../transport/transport-error.js'
import { KindCodec } from './kind-codec.js'
import type { RequestEvent } from './request-hooks.js'
import type { RequestSender } from './request-sender.js'
import type { FailedRequest } from './request-status-error.js'
import { checkNamespace, checkSegment, encodePath, type RequestTarget, targetPath } from './request-target.js'
import { errorFromResponse } from './response-error.js'
import { Result } from './result.js'
import { sendWithRetries } from './send.js'

const unknownKinds = new KindCodec([])
const defaultAccept = 'application/json'

/** The default verb of the Kubernetes API for a method. */
const verbs: Readonly<Record<string, string>> = {
  GET: 'get',
  POST: 'create',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
}

/** A request that is built step by step, as in client-go. Its errors are thrown when it is sent. */
export class Request {
  readonly #client: RequestSender
  readonly #method: string
  #group = ''
  #version = 'v1'
  #namespace: string | undefined
  #resource = ''
  #name = ''
  #subresource = ''
  #absolute: string | undefined
  #suffix = ''
  #parameters: URLSearchParams | undefined
  #headers: Record<string, string | readonly string[]> = {}
  #body: Uint8Array | AsyncIterable<Uint8Array> | undefined
  #timeout: number | undefined
  #signal: AbortSignal | undefined
  #codec: KindCodec = unknownKinds
  #verb: string | undefined
  #maxRetries: number | undefined

  constructor(client: RequestSender, method: string) {
    this.#client = client
    this.#method = method
  }

  /** The group and version whose resource is meant; default the core group's `v1`. */
  groupVersion({ group, version }: Pick<GroupVersion, 'group' | 'version'>): this {
    this.#group = group
    this.#version = version
    return this
  }

  /** The namespace, once; one that is empty is an error where a name is given. @throws MachineryError `InvalidRequest` */
  namespace(namespace: string): this {
    this.#namespace = onlyOnce('namespace', this.#namespace, namespace)
    return this
  }

  /** The resource, once: `pods`. @throws MachineryError `InvalidRequest` */
  resource(resource: string): this {
    this.#resource = onlyOnce('resource', this.#resource, checkSegment('resource', resource))
    return this
  }

  /** The name of the object, once. @throws MachineryError `InvalidRequest`, also for an empty name */
  name(name: string): this {
    if (name === '') throw new MachineryError('InvalidRequest', 'resource name may not be empty')
    this.#name = onlyOnce('resource name', this.#name, name)
    return this
  }

  /** The sub-resource, once, several segments one by one. @throws MachineryError `InvalidRequest` */
  subResource(...segments: readonly string[]): this {
    const path = segments.map((each) => encodePath(checkSegment('subresource', each))).join('/')
    this.#subresource = onlyOnce('subresource', this.#subresource, path)
    return this
  }

  /** A path from the root instead of a resource: `/version`. It is sent as it is. */
  absPath(...segments: readonly string[]): this {
    const path = segments.join('/')
    this.#absolute = path.startsWith('/') ? path : `/${path}`
    return this
  }

  /** The last segments of the path, each encoded but for its slashes; the one at the end stays. */
  suffix(...segments: readonly string[]): this {
    this.#suffix = segments.map((segment) => `/${encodePath(segment.replace(/^\/+/, ''))}`).join('')
    return this
  }

  /** Adds a query parameter. */
  param(name: string, value: string): this {
    this.#parameters ??= new URLSearchParams()
    this.#parameters.append(name, value)
    return this
  }

  /** Adds an options object as query parameters: `versionedParams({ limit: 5 }, ListOptions)`. */
  versionedParams(options: object, type: KindClass): this {
    for (const [name, value] of toQueryParameters(options, type.descriptor)) this.param(name, value)
    return this
  }

  /** Sets a header field. */
  setHeader(name: string, value: string | readonly string[]): this {
    this.#headers[name.toLowerCase()] = value
    return this
  }

  /** The body: bytes, a stream of bytes, or an object, which is written in `contentType` (default JSON). */
  body(body: Uint8Array | AsyncIterable<Uint8Array> | KubernetesObject, contentType?: string): this {
    if (contentType !== undefined) this.setHeader('content-type', contentType)
    if (body instanceof Uint8Array || Symbol.asyncIterator in body) {
      this.#body = body
      return this
    }
    const type = contentType ?? (this.#headers['content-type'] as string | undefined) ?? defaultAccept
    this.setHeader('content-type', type)
    this.#body = this.#codec.encode(body, type)
    return this
  }

  /** The kinds of bodies and answers; those that are not in it are `Unstructured`. */
  codec(codec: KindCodec): this {
    this.#codec = codec
    return this
  }

  /** The deadline in milliseconds: sent to the server, and enforced by the client. */
  timeout(milliseconds: number | undefined): this {
    this.#timeout = milliseconds
    return this
  }

  signal(signal: AbortSignal | undefined): this {
    this.#signal = signal
    return this
  }

  /** How often this request is sent again. */
  maxRetries(count: number): this {
    this.#maxRetries = count
    return this
  }

  /** The verb in metrics and errors, if it does not follow from the method: `list`, `watch`, `deletecollection`. */
  apiVerb(verb: string): this {
    this.#verb = verb
    return this
  }

  /** Path and query. */
  path(): string {
    const target = this.#target()
    const base = this.#absolute ?? (target.resource === '' ? '/' : targetPath(target))
    const query = this.#parameters?.toString() ?? ''
    return `${base === '/' && this.#suffix !== '' ? '' : base}${this.#suffix}${query === '' ? '' : `?${query}`}`
  }

  /**
   * Sends the request and reads the whole response. @throws RequestStatusError, TransportError, the reason of the signal.
   */
  async do(): Promise<Result> {
    const { response, done, path } = await this.#exchange(this.#timeout ?? this.#client.options.timeoutMilliseconds)
    try {
      const body = await response.body.bytes()
      const contentType = headerOf(response.headers, 'content-type') ?? ''
      this.#client.noteContentType(contentType)
      const failed = { ...this.#failed(path), httpStatus: response.status, headers: response.headers }
      if (response.status < 200 || response.status > 206) {
        throw errorFromResponse(failed, body, { codec: this.#codec, target: this.#target() })
      }
      const { onObject } = this.#client
      return new Result({ body, contentType, codec: this.#codec, request: failed, target: this.#target(), onObject })
    } finally {
      done()
    }
  }

  /** Sends the request and returns the response with a streamed body. @throws as {@link do} */
  async stream(): Promise<TransportResponse> {
    const { response, done, path } = await this.#exchange(undefined)
    done()
    if (response.status >= 200 && response.status <= 206) {
      this.#client.noteContentType(headerOf(response.headers, 'content-type') ?? '')
      return response
    }
    return this.#refuse(response, path)
  }

  /** Turns the connection into a web socket. @throws as {@link do} */
  async upgrade(protocols: readonly string[]): Promise<WebSocketConnection> {
    const path = this.path()
    const { transport, fence } = this.#client.sendOptions
    const headers = this.#allHeaders()
    // Commands in pods change things, too.
    fence?.()
    const answer = await transport.upgrade({ path, headers, protocols, signal: this.#signal })
    return isRefused(answer) ? this.#refuse(answer.refused, path) : answer
  }

  async #refuse({ status, headers, body }: TransportResponse, path: string): Promise<never> {
    const bytes = await body.bytes()
    const failed = { ...this.#failed(path), httpStatus: status, headers }
    throw errorFromResponse(failed, bytes, { codec: this.#codec, target: this.#target() })
  }

  async #exchange(timeout: number | undefined): Promise<{ response: TransportResponse; done(): void; path: string }> {
    if (this.#namespace !== undefined) checkNamespace(this.#method, this.#target())
    if (this.#timeout !== undefined) this.#setTimeoutParameter(this.#timeout)
    const path = this.path()
    const deadline =
      timeout === undefined ? undefined : new Deadline(timeout, this.#client.sendOptions.clock, this.#signal)
    const signal = deadline?.signal ?? this.#signal
    const request = { method: this.#method, path, headers: this.#allHeaders(), body: this.#body, signal }
    const { sendOptions } = this.#client
    const options = this.#maxRetries === undefined ? sendOptions : { ...sendOptions, maxRetries: this.#maxRetries }
    try {
      const response = await sendWithRetries(request, this.#event(path), options)
      return { response, path, done: () => deadline?.clear() }
    } catch (error) {
      deadline?.clear()
      throw error
    }
  }

  #setTimeoutParameter(milliseconds: number): void {
    this.#parameters ??= new URLSearchParams()
    this.#parameters.set('timeout', milliseconds % 1000 === 0 ? `${milliseconds / 1000}s` : `${milliseconds}ms`)
  }

  #allHeaders(): Record<string, string | readonly string[]> {
    const { userAgent = 'apimachinery-client' } = this.#client.options
    return { accept: defaultAccept, 'user-agent': userAgent, ...this.#headers }
  }

  #target(): RequestTarget {
    return {
      group: this.#group,
      version: this.#version,
      resource: this.#resource,
      namespace: this.#namespace,
      name: this.#name,
      subresource: this.#subresource,
    }
  }

  #event(path: string): Omit<RequestEvent, 'attempt'> {
    const { namespace = '', ...target } = this.#target()
    return { ...target, namespace, method: this.#method, verb: this.#verbName(), path: path.split('?', 1)[0] ?? path }
  }

  #failed(path: string): Omit<FailedRequest, 'httpStatus' | 'headers'> {
    const { identity } = this.#client.sendOptions.transport
    return { method: this.#method, verb: this.#verbName(), path, identity }
  }

  #verbName(): string {
    return this.#verb ?? verbs[this.#method] ?? this.#method.toLowerCase()
  }
}

/** What is set twice was meant for two requests. @throws MachineryError `InvalidRequest`, in Go's wording */
function onlyOnce(what: string, before: string | undefined, now: string): string {
  if (before === undefined || before === '') return now
  const message = `${what} already set to ${JSON.stringify(before)}, cannot change to ${JSON.stringify(now)}`
  throw new MachineryError('InvalidRequest', message)
}

function isRefused(answer: WebSocketConnection | UpgradeRefused): answer is UpgradeRefused {
  return 'refused' in answer
}

/** A signal that is aborted at a deadline, or with another one. */
class Deadline {
  readonly signal: AbortSignal
  readonly #timer: Timer
  readonly #forget: () => void

  constructor(milliseconds: number, clock: Clock, outer: AbortSignal | undefined) {
    const controller = new AbortController()
    this.signal = controller.signal
    const late = (): void =>
      controller.abort(
        new TransportError('DeadlineExceeded', `context deadline exceeded: ${milliseconds} ms have passed`),
      )
    this.#timer = clock.setTimer(late, milliseconds)
    this.#forget = abortWith(controller, outer)
  }

  clear(): void {
    this.#timer.stop()
    this.#forget()
  }
}
