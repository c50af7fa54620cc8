import { messageOf, newServiceUnavailable } from 'apimachinery/errors'
import type { Handler, ResponseSink, ServerRequest, WebSocketConnection } from '../../../request/http.js'
import type { ClusterConnector, ForwardResponse } from './connector.js'
import { relay } from './relay.js'

/** Where a proxy leads, without its query. */
export interface ForwardTarget {
  /** Path included; an empty path sends readers to the one with a slash. */
  readonly url: URL
  readonly hasPath: boolean
  readonly connector: ClusterConnector
}

const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Never leave the cluster's own requests with what proves who asks. */
const secretHeaders: ReadonlySet<string> = new Set(['authorization', 'host'])

/**
 * Hands a request to a pod, a service or a node, and its answer back.
 *
 * Source: `UpgradeAwareHandler` of k8s.io/apimachinery/pkg/util/proxy.
 */
export function forwardHandler({ url, hasPath, connector }: ForwardTarget): Handler {
  return async (request, response) => {
    const query = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : ''
    const target = new URL(url)
    target.search = query
    if (request.upgrade !== undefined) return forwardSocket({ url: target, connector }, request)
    if (!hasPath && (request.method === 'GET' || request.method === 'HEAD')) {
      response.writeHead(301, { location: `${request.path}/${query}` })
      return response.end()
    }
    await forwardRequest({ url: target, connector }, request, response)
  }
}

type Leg = Pick<ForwardTarget, 'url' | 'connector'>

async function forwardRequest({ url, connector }: Leg, request: ServerRequest, response: ResponseSink): Promise<void> {
  const { method, signal, body } = request
  const withoutBody = method === 'GET' || method === 'HEAD'
  let answer: ForwardResponse
  try {
    const headers = forwardedHeaders(request)
    answer = await connector.forward({ url, method, headers, signal, ...(withoutBody ? {} : { body }) })
  } catch (error) {
    throw newServiceUnavailable(`error trying to reach service: ${messageOf(error)}`)
  }
  const headers = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !hopByHop.has(name)))
  response.writeHead(answer.status, headers)
  for await (const chunk of answer.body) {
    if (response.closed) return
    if (!response.write(chunk)) await response.drained()
  }
  response.end()
}

/** What the other side may see of a request. */
export function forwardedHeaders({ headers, remoteAddress, host }: ServerRequest): Record<string, string | string[]> {
  const result: Record<string, string | string[]> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || name.startsWith(':') || hopByHop.has(name) || secretHeaders.has(name)) continue
    if (name.startsWith('x-remote-') || name.startsWith('impersonate-')) continue
    result[name] = typeof value === 'string' ? value : [...value]
  }
  if (remoteAddress !== '') result['x-forwarded-for'] = remoteAddress
  if (host !== '') result['x-forwarded-host'] = host
  return result
}

async function forwardSocket({ url, connector }: Leg, request: ServerRequest): Promise<void> {
  const protocols = protocolsOf(request)
  let far: WebSocketConnection
  try {
    far = await connector.openSocket({ url, protocols, signal: request.signal })
  } catch (error) {
    throw newServiceUnavailable(`error trying to reach service: ${messageOf(error)}`)
  }
  const near = await request.upgrade?.({ protocols: far.protocol === '' ? [] : [far.protocol] })
  if (near !== undefined) await relay(near, far)
}

/** Sub-protocols that a client offers. */
export function protocolsOf({ headers }: ServerRequest): readonly string[] {
  const value = headers['sec-websocket-protocol']
  const text = typeof value === 'string' ? value : (value ?? []).join(',')
  return text
    .split(',')
    .map((protocol) => protocol.trim())
    .filter((protocol) => protocol !== '')
}
