import type { Transport, TransportResponse } from '@apimachinery/client/transport'
import type { APIService } from 'apimachinery/api/apiregistration/v1'
import { messageOf } from 'apimachinery/errors'
import { deadline } from '../internal/deadline.js'
import { hopByHopHeaders } from '../request/hop-by-hop-headers.js'
import type { AuthorizedRequest, HeaderFields, ResponseSink } from '../request/http.js'
import type { ServiceEndpoint, ServiceResolver } from '../request/service-resolver.js'
import { writePlainError } from '../request/write-error.js'
import { dialUpgrade } from '../serving/upgrade-dial.js'
import { isUpgradeRequest, relayUpgrade, withUpgradeHeaders } from '../serving/upgrade-relay.js'
import { isAvailable } from './api-service-facts.js'
import { authProxyHeaders } from './auth-proxy-headers.js'
import { RemoteServerError } from './remote-document.js'
import type { RemoteConnection, RemoteServer } from './remote-server.js'

/** Headers that this server writes itself. */
const ownResponseHeaders: ReadonlySet<string> = new Set(['audit-id', 'date'])

/** One proxied request. */
interface ProxiedRequest {
  readonly request: AuthorizedRequest
  readonly response: ResponseSink
  readonly transport: Transport
  readonly rejectsRedirects: boolean
}

/** Input of the proxy. */
export interface ProxyOptions {
  readonly resolver: ServiceResolver
  readonly server: RemoteServer
  readonly rejectsRedirects: boolean
  /** Called for services that cannot be resolved or reached. */
  readonly onError: (error: unknown) => void
}

/** Milliseconds that the discovery document of an aggregated server may take. */
const discoveryTimeout = 5000

/**
 * Proxies a request to the server of an APIService, as the authenticated user, and returns its response.
 *
 * Source: `proxyHandler` of k8s.io/kube-aggregator/pkg/apiserver.
 */
export async function proxyRequest(
  apiService: APIService,
  { request, response }: Pick<ProxiedRequest, 'request' | 'response'>,
  options: ProxyOptions,
): Promise<void> {
  if (!isAvailable(apiService)) return writePlainError(response, 503, 'service unavailable')
  const { rejectsRedirects } = options
  let endpoint: ServiceEndpoint
  try {
    const { namespace = '', name = '', port = 443 } = apiService.spec?.service ?? {}
    endpoint = await options.resolver.resolve(namespace, name, port)
  } catch (error) {
    options.onError(error)
    return writePlainError(response, 503, 'service unavailable')
  }
  if (isUpgradeRequest(request)) {
    const server = options.server.connectionTo(apiService, endpoint)
    return guarded({ request, response }, options, () => upgrade({ request, response }, server))
  }
  let transport: Transport
  try {
    transport = await options.server.transportTo(apiService, endpoint)
  } catch (error) {
    return writePlainError(response, 500, messageOf(error))
  }
  await guarded({ request, response }, options, () => forward({ request, response, transport, rejectsRedirects }))
}

/** Answers 503 where the other server cannot be reached. */
async function guarded(
  { request, response }: Pick<ProxiedRequest, 'request' | 'response'>,
  { onError }: ProxyOptions,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (request.cancellation.aborted) return
    onError(error)
    if (response.status === undefined) writePlainError(response, 503, messageOf(error))
    else response.destroy()
  }
}

async function forward({ request, response, transport, rejectsRedirects }: ProxiedRequest): Promise<void> {
  const { method, url, body, signal } = request
  const limit = isDiscovery(request) ? deadline(signal, discoveryTimeout) : undefined
  try {
    const answer = await transport.send({
      method,
      path: url,
      headers: forwardedHeaders(request),
      body: method === 'GET' || method === 'HEAD' ? undefined : body,
      signal: limit?.signal ?? signal,
    })
    await answerWith(answer, response, rejectsRedirects)
  } finally {
    limit?.stop()
  }
}

async function answerWith(answer: TransportResponse, response: ResponseSink, rejectsRedirects: boolean): Promise<void> {
  if (rejectsRedirects && isRedirect(answer)) {
    answer.body.cancel()
    response.writeHead(502, { 'content-length': String(redirected.length) })
    return response.end(redirected)
  }
  await forwardResponse(answer, response)
}

const redirected = /* @__PURE__ */ Buffer.from('the backend attempted to redirect this request, which is not permitted')

function isRedirect({ status, headers }: TransportResponse): boolean {
  return status >= 300 && status <= 399 && headers.location !== undefined
}

/** Every client requests `/apis/group/version`, and it must not be delayed. */
function isDiscovery({ place }: AuthorizedRequest): boolean {
  return place.prefix === 'apis' && place.level === 'version'
}

async function forwardResponse({ status, headers, body }: TransportResponse, response: ResponseSink): Promise<void> {
  response.writeHead(status, endToEnd(headers, ownResponseHeaders))
  for await (const chunk of body) {
    if (response.closed) return body.cancel()
    if (!response.write(chunk)) await response.drained()
  }
  response.end()
}

function forwardedHeaders(request: AuthorizedRequest): HeaderFields {
  const headers = authProxyHeaders(withoutImpersonation(endToEnd(request.headers)), request.user)
  headers['x-forwarded-for'] = [request.headers['x-forwarded-for'], request.remoteAddress]
    .flat()
    .filter(Boolean)
    .join(', ')
  headers['x-forwarded-host'] = request.host
  headers['x-forwarded-proto'] = request.secure ? 'https' : 'http'
  headers['x-forwarded-uri'] = request.path
  headers['audit-id'] = request.audit.id
  return headers
}

/** The user is who was impersonated: the next server is not to ask whether that one may do it again. */
function withoutImpersonation(headers: HeaderFields): HeaderFields {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('impersonate-')))
}

function endToEnd(headers: HeaderFields, without?: ReadonlySet<string>): HeaderFields {
  const named = String(headers.connection ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
  const kept = Object.entries(headers).filter(
    ([name]) =>
      !name.startsWith(':') &&
      name !== 'host' &&
      !hopByHopHeaders.has(name) &&
      !named.includes(name) &&
      without?.has(name) !== true,
  )
  return Object.fromEntries(kept)
}

async function upgrade(
  { request, response }: Pick<ProxiedRequest, 'request' | 'response'>,
  server: RemoteConnection,
): Promise<void> {
  const { method, url, signal } = request
  const headers = withUpgradeHeaders(forwardedHeaders(request), request)
  // The path that was authorized, and no other one.
  const target = { url: new URL(server.address), path: url, method, headers, tls: server.tls, signal }
  const answer = await dialUpgrade(target).catch((error: unknown) => {
    throw new RemoteServerError(`error dialing backend: ${messageOf(error)}`, { cause: error })
  })
  await relayUpgrade({ request, response, answer })
}
