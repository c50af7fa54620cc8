import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { ConnectionOptions } from 'node:tls'
import { trustAnchors, verifyServerName } from '@apimachinery/client'
import type { HeaderFields } from '../../../request/http.js'
import { boundTo } from '../../../serving/bound-lookup.js'
import { drained } from '../../../serving/drained.js'
import { dialUpgrade, type NotSwitched, type Switched } from '../../../serving/upgrade-dial.js'
import type { ResolveHost } from './proxyable-address.js'

/** One request to a kubelet, a pod or a service. */
export interface ForwardRequest {
  readonly url: URL
  readonly method: string
  readonly headers: HeaderFields
  readonly body?: AsyncIterable<Uint8Array>
  readonly signal: AbortSignal
  /** The only addresses at which the host of the URL is dialled. */
  readonly addresses?: readonly string[] | undefined
  /** The node whose kubelet is asked; absent for pods and services. */
  readonly node?: string | undefined
}

/** The response. */
export interface ForwardResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: AsyncIterable<Uint8Array>
}

/** How the server reaches kubelets, pods and services; tests give their own. */
export interface ClusterConnector {
  forward(request: ForwardRequest): Promise<ForwardResponse>
  /** Reports whether requests reach the kubelet of a node by its name, whatever its addresses are; absent: none. */
  reaches?(node: string): boolean
  /** The addresses of names of nodes; those of the system's resolver where absent. */
  readonly resolve?: ResolveHost
  /** Upgrades to another protocol, such as SPDY or a web socket, over a separate connection. */
  upgrade(request: Omit<ForwardRequest, 'body'>): Promise<Switched | NotSwitched>
}

/** Files of the flags `--kubelet-client-certificate`, `--kubelet-client-key`, `--kubelet-certificate-authority`, as PEM. */
export interface KubeletTLS {
  readonly certificate?: string | undefined
  readonly key?: string | undefined
  /** Kubelets are not verified where it is absent. */
  readonly authority?: string | undefined
}

/** Reaches them over the network. */
export function networkConnector(tls: KubeletTLS = {}): ClusterConnector {
  return {
    forward: (request) => send(request, tls),
    async upgrade(request) {
      try {
        return await dialUpgrade({ ...request, tls: clientTLS(tls) })
      } catch (error) {
        throw dialError(error as Error, request.url)
      }
    },
  }
}

function clientTLS({ certificate, key, authority }: KubeletTLS): ConnectionOptions {
  return {
    ...(certificate !== undefined && { cert: certificate }),
    ...(key !== undefined && { key }),
    ...(authority === undefined
      ? { rejectUnauthorized: false }
      : { ...trustAnchors(authority), checkServerIdentity: verifyServerName }),
  }
}

function send(request: ForwardRequest, tls: KubeletTLS): Promise<ForwardResponse> {
  const { url, method, headers, body, signal, addresses } = request
  return new Promise((resolve, reject) => {
    const secure = url.protocol === 'https:'
    const fields = headers as Record<string, string | string[]>
    const options = { method, headers: fields, signal, ...boundTo(addresses), ...(secure && clientTLS(tls)) }
    const outgoing = secure ? httpsRequest(url, options) : httpRequest(url, options)
    outgoing.once('error', (error) => reject(dialError(error, url)))
    outgoing.once('response', (incoming: IncomingMessage) =>
      resolve({ status: incoming.statusCode ?? 502, headers: incoming.headers, body: incoming }),
    )
    void pipe(outgoing, body).catch((error) => outgoing.destroy(error))
  })
}

async function pipe(outgoing: ReturnType<typeof httpRequest>, body?: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const chunk of body ?? []) {
    if (outgoing.destroyed) return
    if (!outgoing.write(chunk)) await drained(outgoing)
  }
  outgoing.end()
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  EHOSTUNREACH: 'no route to host',
  ENETUNREACH: 'network is unreachable',
  ETIMEDOUT: 'connection timed out',
}

/** An error of a connection in the words of Go's `net`. */
export function dialError(error: Error & { code?: string; hostname?: string }, url: URL): Error {
  const { code = '' } = error
  const host = url.hostname
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  if (code === 'ENOTFOUND') return new Error(`dial tcp: lookup ${host}: no such host`, { cause: error })
  const reason = reasons[code]
  if (reason === undefined) return error
  return new Error(`dial tcp ${host}:${port}: connect: ${reason}`, { cause: error })
}
