import type { Cancellation } from '../request/cancellation.js'
import type { AuditContext, RequestUser } from '../request/context.js'
import type {
  HeaderFields,
  PeerCertificate,
  ProxyHeaders,
  ServerRequest,
  UpgradeOptions,
  WebSocketConnection,
} from '../request/http.js'
import type { RequestInfo } from '../request/request-info.js'
import type { RequestObserver } from '../request/request-observer.js'
import type { RequestPlace } from '../request/request-place.js'
import type { WarningRecorder } from '../request/warnings.js'

/** The parts of a request from an adapter. */
export type IncomingParts = Pick<
  ServerRequest,
  | 'method'
  | 'url'
  | 'headers'
  | 'rawHeaders'
  | 'httpVersion'
  | 'host'
  | 'secure'
  | 'remoteAddress'
  | 'peerCertificate'
  | 'body'
  | 'cancellation'
  | 'receivedAt'
  | 'upgrade'
>

/** A request as adapters pass it to the handler chain. Its class keeps one shape for all requests; query and path are read once. */
export class IncomingRequest implements ServerRequest {
  readonly method: string
  readonly url: string
  readonly path: string
  headers: HeaderFields
  readonly rawHeaders: readonly string[]
  readonly httpVersion: '1.1' | '2.0'
  readonly host: string
  readonly secure: boolean
  readonly remoteAddress: string
  readonly peerCertificate?: PeerCertificate
  readonly body: AsyncIterable<Uint8Array>
  readonly cancellation: Cancellation
  readonly receivedAt: Date
  upgrade?: (options: UpgradeOptions) => Promise<WebSocketConnection>
  declare info?: RequestInfo
  declare place?: RequestPlace
  declare user?: RequestUser
  declare audit?: AuditContext
  declare proxyHeaders?: readonly ProxyHeaders[]
  declare warnings?: WarningRecorder
  declare watchStarted?: () => void
  declare observer?: RequestObserver
  #query: URLSearchParams | undefined
  readonly #queryStart: number

  /** Throws `URIError` for a path whose percent-encoding is broken. */
  constructor(parts: IncomingParts) {
    this.method = parts.method
    this.url = parts.url
    this.#queryStart = parts.url.indexOf('?')
    this.path = decodedPath(this.#queryStart < 0 ? parts.url : parts.url.slice(0, this.#queryStart))
    this.headers = parts.headers
    this.rawHeaders = parts.rawHeaders
    this.httpVersion = parts.httpVersion
    this.host = parts.host
    this.secure = parts.secure
    this.remoteAddress = parts.remoteAddress
    if (parts.peerCertificate !== undefined) this.peerCertificate = parts.peerCertificate
    this.body = parts.body
    this.cancellation = parts.cancellation
    this.receivedAt = parts.receivedAt
    if (parts.upgrade !== undefined) this.upgrade = parts.upgrade
  }

  get signal(): AbortSignal {
    return this.cancellation.signal
  }

  get query(): URLSearchParams {
    this.#query ??= new URLSearchParams(this.#queryStart < 0 ? '' : this.url.slice(this.#queryStart + 1))
    return this.#query
  }
}

function decodedPath(path: string): string {
  return path.includes('%') ? decodeURIComponent(path) : path
}

/** A body that is not there. */
export const emptyBody: AsyncIterable<Uint8Array> = {
  async *[Symbol.asyncIterator]() {},
}
