import type { Transport, TransportResponse, UpgradeRefused, WebSocketConnection } from '@apimachinery/client/transport'
import type { APIService } from 'apimachinery/api/apiregistration/v1'
import { messageOf } from 'apimachinery/errors'
import type { RequestUser } from '../request/context.js'
import type { HeaderFields, ResponseSink, ServerRequest } from '../request/http.js'
import type { ServiceEndpoint, ServiceResolver } from '../request/service-resolver.js'
import { writePlainError } from '../request/write-error.js'
import { isAvailable } from './api-service-facts.js'
import { authProxyHeaders } from './auth-proxy-headers.js'
import type { RemoteServer } from './remote-server.js'

/** Headers of one connection, which are not for the next. */
const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Headers that this server writes itself. */
const ownResponseHeaders: ReadonlySet<string> = new Set(['audit-id', 'date'])

/** One request that is handed over. */
interface Handover {
  readonly request: ServerRequest
  readonly response: ResponseSink
  readonly user: RequestUser
  readonly transport: Transport
}

/** What requests are handed over with. */
export interface ProxyOptions {
  readonly resolver: ServiceResolver
  readonly server: RemoteServer
  /** Told of services that cannot be resolved or reached. */
  readonly onError: (error: unknown) => void
}

/** Milliseconds that the discovery document of an aggregated server may take. */
const discoveryTimeout = 5000

/**
 * Hands a request over to the server of an APIService, as the user who made it, and its answer back.
 *
 * Source: `proxyHandler` of k8s.io/kube-aggregator/pkg/apiserver.
 */
export async function handOver(
  apiService: APIService,
  { request, response }: Pick<Handover, 'request' | 'response'>,
  options: ProxyOptions,
): Promise<void> {
  if (!isAvailable(apiService)) return writePlainError(response, 503, 'service unavailable')
  const { user } = request
  if (user === undefined) return writePlainError(response, 500, 'missing user')
  let endpoint: ServiceEndpoint
  try {
    const { namespace = '', name = '', port = 443 } = apiService.spec?.service ?? {}
    endpoint = await options.resolver.resolve(namespace, name, port)
  } catch (error) {
    options.onError(error)
    return writePlainError(response, 503, 'service unavailable')
  }
  let transport: Transport
  try {
    transport = await options.server.transportTo(apiService, endpoint)
  } catch (error) {
    return writePlainError(response, 500, messageOf(error))
  }
  const handover = { request, response, user, transport }
  try {
    if (isUpgrade(request)) await upgrade(handover)
    else await forward(handover)
  } catch (error) {
    if (request.signal.aborted) return
    options.onError(error)
    if (response.status === undefined) writePlainError(response, 503, messageOf(error))
    else response.destroy()
  }
}

function isUpgrade({ headers, upgrade }: ServerRequest): boolean {
  return upgrade !== undefined && String(headers.upgrade ?? '').toLowerCase() === 'websocket'
}

async function forward({ request, response, user, transport }: Handover): Promise<void> {
  const { method, url, body, signal } = request
  const answer = await transport.send({
    method,
    path: url,
    headers: forwardedHeaders(request, user),
    ...(method !== 'GET' && method !== 'HEAD' && { body }),
    signal: isDiscovery(request) ? AbortSignal.any([signal, AbortSignal.timeout(discoveryTimeout)]) : signal,
  })
  await passOn(answer, response)
}

/** `/apis/group/version` is asked for by every client, and must not make it wait. */
function isDiscovery({ info, path }: ServerRequest): boolean {
  return info?.isResourceRequest === false && path.split('/').filter((segment) => segment !== '').length === 3
}

async function passOn({ status, headers, body }: TransportResponse, response: ResponseSink): Promise<void> {
  response.writeHead(status, endToEnd(headers, ownResponseHeaders))
  for await (const chunk of body) {
    if (response.closed) return body.cancel()
    if (!response.write(chunk)) await response.drained()
  }
  response.end()
}

function forwardedHeaders(request: ServerRequest, user: RequestUser): HeaderFields {
  const headers = authProxyHeaders(endToEnd(request.headers), user)
  headers['x-forwarded-for'] = [request.headers['x-forwarded-for'], request.remoteAddress]
    .flat()
    .filter(Boolean)
    .join(', ')
  headers['x-forwarded-host'] = request.host
  headers['x-forwarded-proto'] = request.secure ? 'https' : 'http'
  headers['x-forwarded-uri'] = request.path
  if (request.audit !== undefined) headers['audit-id'] = request.audit.id
  return headers
}

function endToEnd(headers: HeaderFields, without?: ReadonlySet<string>): HeaderFields {
  const named = String(headers.connection ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
  const kept = Object.entries(headers).filter(
    ([name]) => !name.startsWith(':') && !hopByHop.has(name) && !named.includes(name) && without?.has(name) !== true,
  )
  return Object.fromEntries(kept)
}

async function upgrade({ request, response, user, transport }: Handover): Promise<void> {
  const offered = String(request.headers['sec-websocket-protocol'] ?? '')
  const protocols = offered
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const headers = Object.fromEntries(
    Object.entries(forwardedHeaders(request, user)).filter(([name]) => !name.startsWith('sec-websocket-')),
  )
  const remote = await transport.upgrade({ path: request.url, headers, protocols, signal: request.signal })
  if (isRefused(remote)) return passOn(remote.refused, response)
  const client = await (request.upgrade as NonNullable<ServerRequest['upgrade']>)({
    protocols: remote.protocol === '' ? [] : [remote.protocol],
  })
  const outward = async (): Promise<void> => {
    for await (const message of client.messages) await remote.send(message)
    remote.close()
  }
  const inward = async (): Promise<void> => {
    for await (const message of remote.messages) if (!client.send(message)) await client.drained()
    client.close()
  }
  await Promise.all([outward(), inward()])
}

function isRefused(answer: WebSocketConnection | UpgradeRefused): answer is UpgradeRefused {
  return 'refused' in answer
}
