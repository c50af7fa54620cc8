import type { Cancellation } from '../request/cancellation.js'
import type { HeaderFields, PeerCertificate, ReceivedRequest } from '../request/http.js'

/** The parts of a request from an adapter. */
export type IncomingParts = Pick<
  ReceivedRequest,
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
export class IncomingRequest implements ReceivedRequest {
  readonly method: string
  readonly url: string
  readonly path: string
  headers: HeaderFields
  readonly rawHeaders: readonly string[]
  readonly httpVersion: '1.1' | '2.0'
  readonly host: string
  readonly secure: boolean
  readonly remoteAddress: string
  readonly peerCertificate: PeerCertificate | undefined
  readonly body: AsyncIterable<Uint8Array>
  readonly cancellation: Cancellation
  readonly receivedAt: Date
  upgrade: ReceivedRequest['upgrade']
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
    this.peerCertificate = parts.peerCertificate
    this.body = parts.body
    this.cancellation = parts.cancellation
    this.receivedAt = parts.receivedAt
    this.upgrade = parts.upgrade
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
export const emptyBody: AsyncIterable<Uint8Array> = { async *[Symbol.asyncIterator]() {} }
