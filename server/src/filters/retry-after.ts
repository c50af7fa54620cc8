import type { Filter } from '../request/http.js'

const probes = new Set(['/readyz', '/livez', '/healthz'])

/**
 * Once the server takes no more requests, asks clients to come back in five seconds, and ends their connections. Probes still get
 * an answer.
 *
 * Source: `WithRetryAfter` of k8s.io/apiserver/pkg/server/filters.
 */
export function withRetryAfter(isStopping: () => boolean): Filter {
  return (next) => async (request, response) => {
    if (!isStopping() || probes.has(request.path)) return next(request, response)
    response.setHeader('connection', 'close')
    response.setHeader('retry-after', '5')
    response.writeHead(429, { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' })
    response.end(Buffer.from('The apiserver is shutting down, please try again later.\n'))
  }
}
