import type { PatchType } from 'apimachinery/patch'
import type { IntegerRule } from 'apimachinery/runtime/serializer/json'
import { type Clock, systemClock } from 'apimachinery/wait'
import type { Transport } from '../transport/transport.js'
import { type RateLimiter, TokenBucketRateLimiter } from './rate-limiter.js'
import { Request } from './request.js'
import type { RequestHooks } from './request-hooks.js'
import type { RequestSender } from './request-sender.js'
import type { ObjectObserver } from './result.js'
import type { SendOptions } from './send.js'
import type { Backoff } from './url-backoff.js'
import { type WarningHandler, warningLogger } from './warnings.js'

/** The format that a client requests and sends. */
export type ContentFormat = 'json' | 'protobuf' | 'cbor'

/** Options of a {@link RESTClient}. */
export interface RESTClientOptions {
  readonly transport: Transport
  /**
   * Format of built-in kinds: `protobuf` (default) is requested at once, and sent after the server has used it. Kinds
   * without protobuf numbers, such as custom resources, use JSON, or CBOR if that is chosen here.
   */
  readonly format?: ContentFormat | undefined
  /** Value of `User-Agent`. Default: `apimachinery-client`. */
  readonly userAgent?: string | undefined
  /** Deadline of every request but watches, in milliseconds. Default: none. */
  readonly timeoutMilliseconds?: number | undefined
  /** Requests per second; without it the client does not limit itself. */
  readonly qps?: number | undefined
  /** Requests that may go beyond `qps` for a moment. Default: twice `qps`. */
  readonly burst?: number | undefined
  readonly rateLimiter?: RateLimiter | undefined
  readonly backoff?: Backoff | undefined
  /** How often a request is sent again. Default 10. */
  readonly maxRetries?: number | undefined
  /** Called for the server's warnings; `false` for nothing. Default: `warningLogger()`, a line on standard error for each. */
  readonly onWarning?: WarningHandler | false | undefined
  readonly hooks?: RequestHooks | undefined
  /** How 64-bit integers beyond ±(2^53−1) are read. Default `bigint`: nothing is rounded and nothing fails. */
  readonly integers?: IntegerRule | undefined
  readonly clock?: Clock | undefined
}

/** What a client has that was derived from another one. */
interface DerivedParts {
  readonly of: RESTClient
  readonly onObject?: ObjectObserver | undefined
  readonly fence?: (() => void) | undefined
}

/** Sends requests to one API server, each made step by step. */
export class RESTClient implements RequestSender {
  readonly options: RESTClientOptions
  readonly clock: Clock
  readonly onObject: ObjectObserver | undefined
  readonly #send: SendOptions
  readonly #spoken: Set<string>

  /** @param parent - the client whose connections, limits and caches this one shares. */
  constructor(options: RESTClientOptions, parent?: DerivedParts) {
    this.options = options
    this.onObject = parent?.onObject ?? parent?.of.onObject
    if (parent !== undefined) {
      const { of, fence } = parent
      this.clock = of.clock
      this.#send = fence === undefined ? of.#send : { ...of.#send, fence: both(of.#send.fence, fence) }
      this.#spoken = parent.of.#spoken
      return
    }
    this.#spoken = new Set()
    this.clock = options.clock ?? systemClock
    const { qps, burst, rateLimiter, transport, backoff, hooks } = options
    const onWarning = options.onWarning ?? warningLogger({ clock: this.clock })
    const limiter =
      rateLimiter ??
      (qps !== undefined && qps > 0 ? new TokenBucketRateLimiter(qps, burst ?? qps * 2, this.clock) : undefined)
    const maxRetries = options.maxRetries ?? 10
    this.#send = { transport, clock: this.clock, maxRetries, rateLimiter: limiter, backoff, hooks, onWarning }
  }

  /** The same client, of which `onObject` is given each object that is read from an answer. */
  observedBy(onObject: ObjectObserver): RESTClient {
    return new RESTClient(this.options, { of: this, onObject })
  }

  /** The same client, of which `fence` is called before each writing request, and refuses it by an error. */
  fencedBy(fence: () => void): RESTClient {
    return new RESTClient(this.options, { of: this, fence })
  }

  /** How requests are sent; for the parts of this package. */
  get sendOptions(): SendOptions {
    return this.#send
  }

  /** A request with an HTTP method. */
  verb(method: string): Request {
    return new Request(this, method)
  }

  get(): Request {
    return this.verb('GET')
  }

  post(): Request {
    return this.verb('POST')
  }

  put(): Request {
    return this.verb('PUT')
  }

  /** A request whose body is sent with the content type of the patch. */
  patch({ contentType }: PatchType): Request {
    return this.verb('PATCH').setHeader('content-type', contentType)
  }

  delete(): Request {
    return this.verb('DELETE')
  }

  /** Whether the server has answered in a format, so that it can be written, too. */
  speaks(contentType: string): boolean {
    return contentType === 'application/json' || this.#spoken.has(contentType)
  }

  /** Called with the content type of every response. */
  noteContentType(contentType: string): void {
    if (contentType !== 'application/json') this.#spoken.add(contentType.split(';', 1)[0] ?? '')
  }
}

function both(first: (() => void) | undefined, second: () => void): () => void {
  if (first === undefined) return second
  return () => {
    first()
    second()
  }
}
