/**
 * Sends requests to an API server. A request and its response are values, so that sockets, `fetch` and a server in the same
 * process are interchangeable.
 */

/** Header fields by lower-case name; repeated fields are joined or listed, as in `node:http`. */
export type HeaderFields = Readonly<Record<string, string | readonly string[] | undefined>>

/** A request on its way to the server. */
export interface TransportRequest {
  readonly method: string
  /** Path and query, encoded: `/api/v1/pods?limit=5`. The address of the server is the transport's. */
  readonly path: string
  readonly headers: HeaderFields
  /** Bytes can be sent again when a connection turns out to be dead before it carried them; streams cannot. */
  readonly body?: Uint8Array | AsyncIterable<Uint8Array> | undefined
  /** Ends the request and the reading of its response; its reason is what is thrown. */
  readonly signal?: AbortSignal | undefined
}

/** The body of a response, which is read once: in pieces by iterating, or whole. */
export interface ResponseBody extends AsyncIterable<Uint8Array> {
  /** All that is left. @throws TransportError when the connection ends before the body does. */
  bytes(): Promise<Uint8Array>
  /** Cancels the rest, and releases its resources. */
  cancel(): void
}

/** The head of a response, and its body. */
export interface TransportResponse {
  readonly status: number
  readonly headers: HeaderFields
  readonly body: ResponseBody
}

/** A request that turns its connection into a web socket. */
export interface UpgradeRequest {
  readonly path: string
  readonly headers: HeaderFields
  /** Sub-protocols that the client supports, best first. */
  readonly protocols: readonly string[]
  readonly signal?: AbortSignal | undefined
}

/** A web socket of the client's side. */
export interface WebSocketConnection {
  /** The sub-protocol that the server chose; empty when it chose none. */
  readonly protocol: string
  /** Binary messages; ends when the server closes, throws a TransportError when the connection breaks. */
  readonly messages: AsyncIterable<Uint8Array>
  /** Resolves when the connection has accepted the message: waiting for it keeps memory bounded. */
  send(data: Uint8Array | string): Promise<void>
  /** Ends the connection in an orderly way; cuts it when the other side does not answer. */
  close(code?: number): void
  /** Resolves when the connection is closed, with the code of the close frame (1006 without one). */
  readonly closed: Promise<number>
}

/** The server refused to switch to a web socket: its response. */
export interface UpgradeRefused {
  readonly refused: TransportResponse
}

/** Carries requests to one API server. */
export interface Transport {
  /** Who the requests are of, for messages. */
  readonly identity?: string | undefined
  /**
   * Sends a request; returns the response as soon as its headers are received, with any status. @throws TransportError
   */
  send(request: TransportRequest): Promise<TransportResponse>
  /** Opens a web socket. @throws TransportError */
  upgrade(request: UpgradeRequest): Promise<WebSocketConnection | UpgradeRefused>
  /** Ends all connections and requests; nothing is left open afterwards. */
  close(): Promise<void>
}

/** One value of a header field, the first of several. */
export function headerOf(headers: HeaderFields, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'object' ? value[0] : value
}
