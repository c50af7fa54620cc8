/**
 * A request and its response as values: the interface between HTTP and the handler chain. Adapters exist for sockets, for
 * in-process requests and for WHATWG `fetch`; the chain is independent of sockets.
 */
import type { Duplex } from 'node:stream'
import type { Cancellation } from './cancellation.js'
import type { AuditContext, RequestUser } from './context.js'
import type { RequestInfo } from './request-info.js'
import type { RequestLatencies } from './request-latencies.js'
import type { RequestObserver } from './request-observer.js'
import type { RequestPlace } from './request-place.js'
import type { WarningRecorder } from './warnings.js'

/** Header fields by lower-case name, in the form of `node:http`: repeated fields are joined or listed. */
export type HeaderFields = Readonly<Record<string, string | readonly string[] | undefined>>

/** The chain of certificates that a client showed during the TLS handshake, and whether a known authority signed it. */
export interface PeerCertificate {
  /** DER, the client's own certificate first. */
  readonly chain: readonly Uint8Array[]
  /** The session goes on with what an earlier handshake has shown: what the client sent along there is missing in the chain. */
  readonly resumed?: boolean | undefined
}

/** Names of header fields, and their beginnings, in lower case, by which a front proxy names a user. */
export interface ProxyHeaders {
  readonly names: readonly string[]
  readonly prefixes: readonly string[]
}

/** One HTTP request as an adapter received it. The filters fill in what they find out, and pass the same object on as a later stage. */
export interface ReceivedRequest {
  readonly method: string
  /** Path and query as they came, not decoded. */
  readonly url: string
  /** Path, percent-decoded once. */
  readonly path: string
  readonly query: URLSearchParams
  /** The filter `authentication` replaces them. */
  headers: HeaderFields
  /** Alternating names and values as received, for repeated fields whose values may have commas. */
  readonly rawHeaders: readonly string[]
  readonly httpVersion: '1.1' | '2.0'
  /** `host:port` of the request. */
  readonly host: string
  readonly secure: boolean
  readonly remoteAddress: string
  readonly peerCertificate?: PeerCertificate | undefined
  /** The body as it arrives; empty where there is none. It can be read once. */
  readonly body: AsyncIterable<Uint8Array>
  /** Aborted when the client disconnects, the deadline passes, or the server stops at once. Created on use. */
  readonly signal: AbortSignal
  /** The source of {@link signal}. */
  readonly cancellation: Cancellation
  /** When the request was received, from the clock of the server. */
  readonly receivedAt: Date
  /**
   * Switches the connection to a web socket; absent where the connection or the request cannot. The filter `audit` replaces it.
   * Rejects with {@link RefusedHandshake}.
   */
  upgrade?: ((options: UpgradeOptions) => Promise<WebSocketConnection>) | undefined
}

/** A request of which it is known what it is about. */
export interface IdentifiedRequest extends ReceivedRequest {
  /** Has the id of the request, and collects its audit event. */
  audit: AuditContext
  /** The latencies of its steps. */
  latencies: RequestLatencies
  warnings: WarningRecorder
  /** Where the path leads. */
  place: RequestPlace
  info: RequestInfo
  /** Observes nothing before the filter `metrics`. */
  observer: RequestObserver
  /** Called when a watch has begun: what follows costs little. */
  watchStarted: () => void
  /** The fields from which authenticators take users of front proxies: the filter `authentication` removes them. */
  proxyHeaders?: readonly ProxyHeaders[] | undefined
}

/** A request on its way to be identified, with the facts that are there already. */
export type RequestWith<Facts extends keyof IdentifiedRequest> = ReceivedRequest & Pick<IdentifiedRequest, Facts>

/** A request of which it is known who makes it. */
export interface AuthenticatedRequest extends IdentifiedRequest {
  /** The filter `impersonation` replaces it. */
  user: RequestUser
}

declare const authorized: unique symbol

/** A request that may be answered: what the handlers of paths get. */
export interface AuthorizedRequest extends AuthenticatedRequest {
  /** Is in the type alone: only the filter `authorization` gives this stage. */
  readonly [authorized]: true
}

/** A request at any stage, for filters that are put around others: what later stages add may be absent. */
export interface ServerRequest
  extends ReceivedRequest,
    Partial<Omit<AuthorizedRequest, keyof ReceivedRequest | typeof authorized>> {}

/** The sink of the response. The head is written once; `write` returns `false` when the receiver is slow. */
export interface ResponseSink {
  /** Header fields that filters add before the head is written. */
  setHeader(name: string, value: string | readonly string[]): void
  appendHeader(name: string, value: string): void
  /** Status of the head that was written; `undefined` before. */
  readonly status: number | undefined
  /** Bytes of the body that were written so far, where the sink counts them. */
  readonly bytesWritten?: number | undefined
  writeHead(status: number, headers?: HeaderFields): void
  /** `false` when the buffer is full: wait for {@link drained} before more. The bytes must not change afterwards. */
  write(chunk: Uint8Array): boolean
  /** Resolves when there is room again, or the receiver has disconnected. */
  drained(): Promise<void>
  end(chunk?: Uint8Array): void
  /** The receiver has disconnected, or the response has ended. */
  readonly closed: boolean
  /** Cuts the connection or stream without a proper end. */
  destroy(): void
  /**
   * Takes over the connection of an upgrade request: the caller writes the head of the response and everything after it.
   * Absent, or without a result, if the connection or the request does not allow it.
   */
  hijack?(): Duplex | undefined
}

/** A request and the sink of its response. */
export interface Exchange<Stage = AuthorizedRequest> {
  readonly request: Stage
  readonly response: ResponseSink
}

/** Answers a request of a stage. What it throws or rejects with becomes a `Status` by the outermost filters. */
export type Handler<Stage = AuthorizedRequest> = (request: Stage, response: ResponseSink) => Promise<void>

/** Takes requests of the stage `In`, and passes them on as `Out`. */
export type Filter<In = ServerRequest, Out = In> = (next: Handler<Out>) => Handler<In>

/** A filter that takes requests of any stage, and adds nothing to them. */
export type PassingFilter = <Stage extends ReceivedRequest>(next: Handler<Stage>) => Handler<Stage>

/** How a connection becomes a web socket. */
export interface UpgradeOptions {
  /**
   * Sub-protocols that the server supports, best first; the first one that the client offers is chosen. Absent: the one that it
   * offers is as good as any, and the client must say which page it is, with `Origin`.
   */
  readonly protocols?: readonly string[] | undefined
}

/** A handshake of web sockets that is refused; the connection is still one of HTTP. */
export class RefusedHandshake extends Error {
  override readonly name = 'RefusedHandshake'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** A web socket of the server's side. */
export interface WebSocketConnection {
  /** The sub-protocol that was agreed on; empty where the client offered none. */
  readonly protocol: string
  /** Messages of the client; ends when the connection closes. */
  readonly messages: AsyncIterable<Uint8Array | string>
  /** `false` when the buffer is full, as with {@link ResponseSink.write}. */
  send(data: Uint8Array | string): boolean
  drained(): Promise<void>
  close(code?: number, reason?: string): void
  readonly closed: boolean
}
