import { newUnauthorized } from 'apimachinery/errors'
import { type Authenticator, WellKnownUser } from '../authentication/authenticator.js'
import { withoutProxyHeaders } from '../authentication/proxy-headers.js'
import type { RequestUser } from '../request/context.js'
import type { AuthenticatedRequest, Filter, Handler, IdentifiedRequest } from '../request/http.js'
import type { ErrorWriter } from '../request/write-error.js'
import type { AccessMetrics } from './access-metrics.js'

/** How callers are recognised. */
export interface AuthenticationFilterOptions {
  readonly authenticator: Authenticator
  /** Audiences of this server; a credential for others is refused. */
  readonly audiences: readonly string[]
  readonly writeError: ErrorWriter
  /** Called with the reason why a credential was rejected; the client does not get it. */
  readonly onRefused?: ((error: unknown) => void) | undefined
  readonly metrics?: AccessMetrics | undefined
  /** Wraps the response to unauthenticated requests. */
  readonly aroundFailure?: ((failed: Handler<IdentifiedRequest>) => Handler<IdentifiedRequest>) | undefined
}

/**
 * Says who makes the request, or answers 401.
 *
 * Source: `WithAuthentication` of k8s.io/apiserver/pkg/endpoints/filters.
 */
export function withAuthentication(
  options: AuthenticationFilterOptions,
): Filter<IdentifiedRequest, AuthenticatedRequest> {
  const { authenticator, audiences, writeError, onRefused, metrics, aroundFailure } = options
  const refuse: Handler<IdentifiedRequest> = async (request, response) => {
    await writeError(request, response, newUnauthorized('Unauthorized'))
  }
  const failed = aroundFailure?.(refuse) ?? refuse
  return (next) => async (request, response) => {
    const start = performance.now()
    let result: 'success' | 'failure' | 'error' = 'failure'
    let user: RequestUser | undefined
    try {
      const found = await authenticator.authenticate(request)
      if (found !== undefined && acceptable(audiences, found.audiences)) user = found.user
      if (found !== undefined) result = user === undefined ? 'error' : 'success'
    } catch (error) {
      result = 'error'
      onRefused?.(error)
    }
    const took = performance.now() - start
    metrics?.authenticated(result, took / 1000, user?.name)
    request.latencies.add('authentication', took)
    // An unauthenticated client does not keep an HTTP/2 connection.
    if (
      request.httpVersion === '2.0' &&
      (user === undefined || user.groups.includes(WellKnownUser.allUnauthenticated))
    ) {
      response.setHeader('connection', 'close')
    }
    if (user === undefined) return failed(request, response)
    const authenticated = request as AuthenticatedRequest
    authenticated.user = user
    authenticated.headers = withoutProxyHeaders(request.headers, request.proxyHeaders)
    await next(authenticated, response)
  }
}

function acceptable(ours: readonly string[], theirs: readonly string[] | undefined): boolean {
  if (ours.length === 0 || theirs === undefined || theirs.length === 0) return true
  return theirs.some((audience) => ours.includes(audience))
}
