import { messageOf, newServiceUnavailable } from 'apimachinery/errors'
import { hopByHopHeaders } from '../../../request/hop-by-hop-headers.js'
import type { Handler, ResponseSink, ServerRequest } from '../../../request/http.js'
import { isUpgradeRequest } from '../../../serving/upgrade-relay.js'
import type { ClusterConnector, ForwardResponse } from './connector.js'
import { forwardUpgrade } from './forward-upgrade.js'
import { forwardedHeaders } from './forwarded-headers.js'

/** Where a proxy leads, without its query. */
export interface ForwardTarget {
  /** Path included; an empty path sends readers to the one with a slash. */
  readonly url: URL
  readonly hasPath: boolean
  readonly connector: ClusterConnector
  /** The only addresses at which the host is dialled; what its name says where absent. */
  readonly addresses?: readonly string[] | undefined
  /** The node whose kubelet is asked; absent for pods and services. */
  readonly node?: string | undefined
}

/**
 * Proxies a request to a pod, a service or a node, and its response.
 *
 * Source: `UpgradeAwareHandler` of k8s.io/apimachinery/pkg/util/proxy.
 */
export function forwardHandler({ url, hasPath, ...way }: ForwardTarget): Handler {
  return async (request, response) => {
    const query = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : ''
    const target = new URL(url)
    target.search = query
    const leg = { ...way, url: target }
    if (isUpgradeRequest(request)) return forwardUpgrade(leg, { request, response })
    if (!hasPath && (request.method === 'GET' || request.method === 'HEAD')) {
      response.writeHead(301, { location: `${request.path}/${query}` })
      return response.end()
    }
    await forwardRequest(leg, request, response)
  }
}

type Leg = Omit<ForwardTarget, 'hasPath'>

async function forwardRequest(
  { url, connector, addresses, node }: Leg,
  request: ServerRequest,
  response: ResponseSink,
): Promise<void> {
  const { method, signal, body } = request
  const withoutBody = method === 'GET' || method === 'HEAD'
  let answer: ForwardResponse
  try {
    const headers = forwardedHeaders(request)
    const way = { url, addresses, node }
    answer = await connector.forward({ ...way, method, headers, signal, ...(withoutBody ? {} : { body }) })
  } catch (error) {
    throw newServiceUnavailable(`error trying to reach service: ${messageOf(error)}`)
  }
  const headers = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !hopByHopHeaders.has(name)))
  response.writeHead(answer.status, headers)
  for await (const chunk of answer.body) {
    if (response.closed) return
    if (!response.write(chunk)) await response.drained()
  }
  response.end()
}
