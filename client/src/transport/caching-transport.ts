import type { PassiveClock } from 'apimachinery/wait'
import { BytesBody } from './bytes-body.js'
import { cacheControl, isFresh } from './cache-control.js'
import type { ResponseCache } from './response-cache.js'
import { endToEnd, readResponse, type StoredResponse, writeResponse } from './stored-response.js'
import {
  type HeaderFields,
  headerOf,
  type Transport,
  type TransportRequest,
  type TransportResponse,
  type UpgradeRefused,
  type UpgradeRequest,
  type WebSocketConnection,
} from './transport.js'

/** What a {@link CachingTransport} needs. */
export interface CachingTransportOptions {
  readonly cache: ResponseCache
  /** Address of the server, before the paths of requests: `https://10.0.0.1:6443`. */
  readonly host: string
  readonly clock: PassiveClock
}

/**
 * Keeps the answers to GET requests, and asks with `If-None-Match` whether they still hold; kubectl reads discovery and OpenAPI
 * through such a cache. Bodies are read whole: it is not for watches.
 */
export class CachingTransport implements Transport {
  readonly #inner: Transport
  readonly #options: CachingTransportOptions

  constructor(inner: Transport, options: CachingTransportOptions) {
    this.#inner = inner
    this.#options = options
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    const { cache, host, clock } = this.#options
    if (request.method !== 'GET') return this.#inner.send(request)
    const key = host + request.path
    const bytes = await cache.get(key)
    const stored = bytes === undefined ? undefined : readResponse(bytes)
    const usable = stored !== undefined && matchesVary(stored, request.headers) ? stored : undefined
    if (usable !== undefined && isFresh(usable.headers, clock.now())) return answer(usable)
    const response = await this.#inner.send(usable === undefined ? request : withValidators(request, usable.headers))
    if (usable !== undefined && response.status === 304) {
      response.body.cancel()
      const kept = { ...usable, headers: { ...usable.headers, ...endToEnd(response.headers) } }
      await cache.set(key, writeResponse(kept))
      return answer(kept)
    }
    if (response.status !== 200 || cacheControl(response.headers).has('no-store')) {
      await cache.delete(key)
      return response
    }
    const body = await response.body.bytes()
    const headers = { ...response.headers, ...varied(response.headers, request.headers) }
    // The body has been decoded.
    const { 'content-encoding': _, 'content-length': __, ...plain } = headers
    await cache.set(key, writeResponse({ status: 200, headers: plain, body }))
    return { ...response, body: new BytesBody(body) }
  }

  upgrade(request: UpgradeRequest): Promise<WebSocketConnection | UpgradeRefused> {
    return this.#inner.upgrade(request)
  }

  close(): Promise<void> {
    return this.#inner.close()
  }
}

function answer({ status, headers, body }: StoredResponse): TransportResponse {
  return { status, headers: { ...headers, 'x-from-cache': '1' }, body: new BytesBody(body) }
}

function withValidators(request: TransportRequest, stored: HeaderFields): TransportRequest {
  const etag = headerOf(stored, 'etag')
  const modified = headerOf(stored, 'last-modified')
  const validators = {
    ...(etag !== undefined && { 'if-none-match': etag }),
    ...(modified !== undefined && { 'if-modified-since': modified }),
  }
  return { ...request, headers: { ...request.headers, ...validators } }
}

const prefix = 'x-varied-'

function variesWith(headers: HeaderFields): string[] {
  const names = [headers.vary ?? []].flat().flatMap((value) => value.split(','))
  return names.map((name) => name.trim().toLowerCase()).filter((name) => name !== '')
}

/** What a response varies with is kept with it. */
function varied(headers: HeaderFields, asked: HeaderFields): HeaderFields {
  return Object.fromEntries(variesWith(headers).map((name) => [prefix + name, headerOf(asked, name) ?? '']))
}

function matchesVary({ headers }: StoredResponse, asked: HeaderFields): boolean {
  return variesWith(headers).every((name) => (headerOf(headers, prefix + name) ?? '') === (headerOf(asked, name) ?? ''))
}
