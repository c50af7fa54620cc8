import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Duplex } from 'node:stream'
import type { ConnectionOptions } from 'node:tls'
import type { HeaderFields } from '../request/http.js'
import { boundTo } from './bound-lookup.js'

/** An upgrade request to an aggregated server. */
export interface UpgradeDial {
  readonly url: URL
  /** Path and query as they are sent, where they are not those of the URL: a URL resolves dots. */
  readonly path?: string | undefined
  readonly method: string
  /** `connection` and `upgrade` among them. */
  readonly headers: HeaderFields
  readonly tls?: ConnectionOptions | undefined
  readonly signal: AbortSignal
  /** The only addresses at which the host of the URL is dialled. */
  readonly addresses?: readonly string[] | undefined
  /** The connection to use, which is open already; then the URL is one of plain HTTP. */
  readonly connection?: Duplex | undefined
}

/** The server has switched protocols. */
export interface Switched {
  readonly switched: true
  readonly statusText: string
  readonly headers: HeaderFields
  /** Names and values by turns, as they came. */
  readonly rawHeaders: readonly string[]
  readonly stream: Duplex
}

/** The server answered, and keeps to HTTP. */
export interface NotSwitched {
  readonly switched: false
  readonly status: number
  readonly headers: HeaderFields
  readonly body: AsyncIterable<Uint8Array>
}

/**
 * Sends a request for another protocol over a connection of its own. Rejects with errors of the connection.
 *
 * Source: `DialForUpgrade` of k8s.io/apimachinery/pkg/util/proxy.
 */
export function dialUpgrade(dial: UpgradeDial): Promise<Switched | NotSwitched> {
  const { url, path, method, headers, tls, signal, addresses, connection } = dial
  return new Promise((resolve, reject) => {
    const fields = headers as Record<string, string | string[]>
    // An agent would make connections itself.
    const bound = connection ? { createConnection: () => connection } : { ...boundTo(addresses), agent: false as const }
    const options = { method, headers: fields, signal, ...bound, ...(path !== undefined && { path }) }
    const outgoing: ClientRequest =
      url.protocol === 'https:' ? httpsRequest(url, { ...options, ...tls }) : httpRequest(url, options)
    if (connection === undefined) outgoing.setNoDelay(true)
    outgoing.once('error', reject)
    outgoing.once('upgrade', (answer: IncomingMessage, stream: Duplex, head: Buffer) => {
      // Later errors belong to the stream, which has listeners of its own.
      outgoing.on('error', () => {})
      if (head.length > 0) stream.unshift(head)
      const { statusMessage: statusText = '', headers, rawHeaders } = answer
      resolve({ switched: true, statusText, headers, rawHeaders, stream })
    })
    outgoing.once('response', (answer: IncomingMessage) =>
      resolve({ switched: false, status: answer.statusCode ?? 502, headers: answer.headers, body: answer }),
    )
    outgoing.end()
  })
}
