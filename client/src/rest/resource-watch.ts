import { isMachineryError, type Status, StatusReason } from 'apimachinery/errors'
import type { KubernetesObject } from 'apimachinery/runtime'
import { type Clock, sleep } from 'apimachinery/wait'
import {
  cborWatch,
  errorFromEvent,
  jsonWatch,
  type ObjectEvent,
  protobufWatch,
  WatchDecoder,
  type WatchEvent,
  type Watcher,
  type WatchFormat,
} from 'apimachinery/watch'
import { abortWith } from '../transport/abort-with.js'
import { headerOf, type TransportResponse } from '../transport/transport.js'
import { isTransportError } from '../transport/transport-error.js'
import type { WatchCallOptions } from './call-options.js'
import { isRequestStatusError, RequestStatusError } from './request-status-error.js'
import type { ResourceKind } from './resource-kind.js'
import type { StreamIterator } from './stream-iterator.js'

/** Input of a {@link ResourceWatch}. */
export interface ResourceWatchParts<T extends KubernetesObject> {
  /** Opens a stream of events with the options of the watch and these. */
  readonly open: (fields: WatchCallOptions) => Promise<TransportResponse>
  readonly kind: ResourceKind<T>
  readonly options: WatchCallOptions
  readonly resume: boolean
  readonly clock: Clock
}

const firstDelay = 1000
const longestDelay = 30_000

/**
 * The events of a watch. It requests bookmarks, remembers the last resource version, and opens the stream again when it
 * ends; events of type ERROR are thrown, so that every event has an object.
 */
export class ResourceWatch<T extends KubernetesObject> implements Watcher<T>, StreamIterator<ObjectEvent<T>> {
  readonly #parts: ResourceWatchParts<T>
  readonly #stopping = new AbortController()
  #resourceVersion: string | undefined
  #decoder: WatchDecoder<T> | undefined
  #delay = 0
  #ended = false
  #forgetSignal: (() => void) | undefined
  #failure: { readonly error: unknown } | undefined
  #delivered = false

  constructor(parts: ResourceWatchParts<T>) {
    this.#parts = parts
    this.#resourceVersion = parts.options.resourceVersion
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  get #signal(): AbortSignal {
    return this.#stopping.signal
  }

  /** The last resource version that the server sent. */
  get resourceVersion(): string | undefined {
    return this.#resourceVersion
  }

  /** The next event. One that has come already costs no more than a promise that is resolved. */
  next(): Promise<IteratorResult<ObjectEvent<T>, undefined>> {
    const value = this.#takeBuffered()
    return value === undefined ? this.#nextFromStream() : Promise.resolve({ value, done: false })
  }

  /** The next of the events that have come; what is wrong with it is kept, to be looked at as if it had come just now. */
  #takeBuffered(): ObjectEvent<T> | undefined {
    if (this.#ended || this.#decoder === undefined) return undefined
    try {
      for (let event = this.#decoder.takeNow(); event !== undefined; event = this.#decoder.takeNow()) {
        const wanted = this.#accept(event)
        if (wanted !== undefined) return wanted
      }
    } catch (error) {
      this.#failure = { error }
    }
    return undefined
  }

  async #nextFromStream(): Promise<IteratorResult<ObjectEvent<T>, undefined>> {
    while (!this.#ended) {
      try {
        if (this.#failure !== undefined) throw this.#failure.error
        this.#decoder ??= await this.#open()
        const { value, done } = await this.#decoder.next()
        if (done !== true) {
          const event = this.#accept(value)
          if (event !== undefined) return { value: event, done: false }
          continue
        }
        this.#decoder = undefined
        if (!this.#shouldReconnect()) break
        await this.#pause()
      } catch (error) {
        await this.#recover(error)
      }
    }
    this.stop()
    if (this.#parts.options.signal?.aborted === true) throw this.#parts.options.signal.reason
    return { value: undefined, done: true }
  }

  async return(): Promise<IteratorResult<ObjectEvent<T>, undefined>> {
    this.stop()
    return { value: undefined, done: true }
  }

  stop(): void {
    this.#ended = true
    this.#forgetSignal?.()
    this.#stopping.abort(new DOMException('the watch was stopped', 'AbortError'))
    this.#decoder?.stop()
    this.#decoder = undefined
  }

  async #open(): Promise<WatchDecoder<T>> {
    const { open, kind, options } = this.#parts
    this.#forgetSignal ??= abortWith(this.#stopping, options.signal)
    const fields: WatchCallOptions = {
      allowWatchBookmarks: true,
      signal: this.#signal,
      ...(this.#resourceVersion !== undefined && { resourceVersion: this.#resourceVersion }),
      // Initial events come once; the watch continues after them.
      ...(this.#delivered && { sendInitialEvents: undefined, resourceVersionMatch: undefined }),
    }
    const { body, headers } = await open({ ...options, ...fields })
    const contentType = headerOf(headers, 'content-type') ?? 'application/json'
    const format = watchFormat(contentType)
    const info = kind.codec.forContentType(contentType.split(';', 1)[0] ?? '')
    if (info === undefined || format === undefined) {
      body.cancel()
      throw new TypeError(`a watch cannot be read from content type ${JSON.stringify(contentType)}`)
    }
    // Cancelling has to reach the connection while a chunk is awaited.
    const source = { [Symbol.asyncIterator]: () => body[Symbol.asyncIterator](), destroy: () => body.cancel() }
    const into = kind.itemClass
    return new WatchDecoder<T>(source, { decoder: info.serializer, format, into, signal: this.#signal })
  }

  #accept(event: WatchEvent<T>): ObjectEvent<T> | undefined {
    if (event.type === 'ERROR') throw this.#errorOf(event.object)
    const { metadata } = event.object as { metadata?: { resourceVersion?: string } }
    if (metadata?.resourceVersion) this.#resourceVersion = metadata.resourceVersion
    this.#delay = 0
    this.#delivered = true
    const wanted = event.type !== 'BOOKMARK' || this.#parts.options.allowWatchBookmarks === true
    return wanted ? event : undefined
  }

  #errorOf(object: KubernetesObject): Error {
    const error = errorFromEvent({ type: 'ERROR', object })
    const { status } = error as { status?: Status }
    if (status === undefined) return error
    const about = { method: 'GET', verb: 'watch', path: this.#parts.kind.resource, httpStatus: 200, headers: {} }
    return new RequestStatusError(status, about)
  }

  /**
   * Whether an ended stream is opened again: not if its end was requested, nor if there is no version to continue at.
   */
  #shouldReconnect(): boolean {
    const { resume, options } = this.#parts
    return (
      resume && options.timeoutSeconds === undefined && this.#resourceVersion !== undefined && !this.#signal.aborted
    )
  }

  async #recover(error: unknown): Promise<void> {
    this.#failure = undefined
    this.#decoder?.stop()
    this.#decoder = undefined
    if (this.#ended || this.#signal.aborted) {
      this.#ended = true
      return
    }
    const canGoOn = this.#parts.resume && (this.#delivered ? this.#resourceVersion !== undefined : true)
    if (!canGoOn || !isTransient(error)) {
      this.stop()
      throw error
    }
    const seconds = isRequestStatusError(error)
      ? (error.status.details?.retryAfterSeconds ?? error.retryAfterSeconds)
      : 0
    await this.#pause((seconds ?? 0) * 1000)
  }

  /** Waits before the stream is opened again: longer each time that nothing came. */
  async #pause(atLeast = 0): Promise<void> {
    const wait = Math.max(atLeast, this.#delay)
    this.#delay = this.#delay === 0 ? firstDelay : Math.min(longestDelay, this.#delay * 2)
    if (wait === 0) return
    try {
      await sleep(wait, { clock: this.#parts.clock, signal: this.#signal })
    } catch {
      this.#ended = true
    }
  }
}

function watchFormat(contentType: string): WatchFormat | undefined {
  const mediaType = contentType.split(';', 1)[0]?.trim().toLowerCase()
  if (mediaType === 'application/json') return jsonWatch
  if (mediaType === 'application/vnd.kubernetes.protobuf') return protobufWatch
  return mediaType === 'application/cbor-seq' || mediaType === 'application/cbor' ? cborWatch : undefined
}

/** Whether a watch may continue after an error: closed connections, and servers that ask to retry later. */
function isTransient(error: unknown): boolean {
  if (isRequestStatusError(error)) {
    const { code = 0, reason } = error.status
    if (reason === StatusReason.Expired || reason === StatusReason.Gone || code === 410) return false
    return code === 429 || code === 500 || code === 503 || code === 504
  }
  if (isTransportError(error))
    return error.code !== 'Closed' && error.code !== 'Unsupported' && error.code !== 'Protocol'
  return isMachineryError(error, 'UnexpectedEOF')
}
