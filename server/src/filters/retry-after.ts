import { headerValues } from '../request/header-values.js'
import type { PassingFilter, ReceivedRequest } from '../request/http.js'
import { writePlainError } from '../request/write-error.js'

const probes = ['/readyz', '/livez', '/healthz', '/metrics']

/**
 * While the server shuts down, asks clients to retry in five seconds, and closes their connections. Probes and requests of
 * the server itself are still answered.
 *
 * Source: `WithRetryAfter` of k8s.io/apiserver/pkg/server/filters.
 */
export function withRetryAfter(isStopping: () => boolean): PassingFilter {
  return (next) => async (request, response) => {
    if (!isStopping() || isExempt(request)) return next(request, response)
    response.setHeader('connection', 'close')
    response.setHeader('retry-after', '5')
    writePlainError(response, 429, 'The apiserver is shutting down, please try again later.')
  }
}

/** Probes, and requests of the server itself: both are recognised before authentication, by path and user agent. Source: `isRequestExemptFromRetryAfter`. */
export function isExempt(request: Pick<ReceivedRequest, 'headers' | 'rawHeaders' | 'path'>): boolean {
  const [agent = ''] = headerValues(request, 'user-agent')
  return agent.startsWith('kube-apiserver/') || probes.some((prefix) => request.path.startsWith(prefix))
}
