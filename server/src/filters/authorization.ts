import { authorizationAttributes } from '../authorization/attributes-of.js'
import type { Authorizer } from '../authorization/authorizer.js'
import { forbiddenError } from '../authorization/forbidden-error.js'
import type { AuthenticatedRequest, AuthorizedRequest, Filter } from '../request/http.js'
import { type ErrorWriter, writeInternalError } from '../request/write-error.js'
import type { AccessMetrics } from './access-metrics.js'

/** How requests are allowed. */
export interface AuthorizationFilterOptions {
  readonly authorizer: Authorizer
  readonly writeError: ErrorWriter
  readonly metrics?: AccessMetrics | undefined
}

/**
 * Passes on authorized requests, and answers 403 for others.
 *
 * Source: `WithAuthorization` of k8s.io/apiserver/pkg/endpoints/filters.
 */
export function withAuthorization({
  authorizer,
  writeError,
  metrics,
}: AuthorizationFilterOptions): Filter<AuthenticatedRequest, AuthorizedRequest> {
  return (next) => async (request, response) => {
    const { user, info, audit } = request
    const attributes = authorizationAttributes(user, info)
    const start = performance.now()
    const result = await authorizer.authorize(attributes, request)
    const took = performance.now() - start
    metrics?.authorized(result, took / 1000)
    request.latencies.add('authorization', took)
    const { decision, reason, error } = result
    if (decision === 'allow') {
      audit.annotate('authorization.k8s.io/decision', 'allow')
      audit.annotate('authorization.k8s.io/reason', reason)
      return next(request as AuthorizedRequest, response)
    }
    if (error !== undefined) {
      audit.annotate('authorization.k8s.io/reason', 'internal error')
      return writeInternalError(request, response, error)
    }
    audit.annotate('authorization.k8s.io/decision', 'forbid')
    audit.annotate('authorization.k8s.io/reason', reason)
    response.setHeader('x-content-type-options', 'nosniff')
    await writeError(request, response, forbiddenError(attributes, reason))
  }
}
