import { newInternalError } from 'apimachinery/errors'
import type { ServerRequest } from '../request/http.js'
import type { RequestContext } from '../request/request-context.js'
import type { RequestInfo } from '../request/request-info.js'
import type { ResourceScope } from './resource-scope.js'

/** The parsed path of a request. @throws StatusError 500 if no filter has set it. */
export function infoOf({ info }: ServerRequest): RequestInfo {
  if (info === undefined) throw newInternalError(new Error('missing requestInfo'))
  return info
}

/** The request context for registries and admission. `namespace`: by default that of the request. */
export function contextOf(scope: ResourceScope, request: ServerRequest, namespace?: string): RequestContext {
  const info = infoOf(request)
  return {
    info,
    namespace: namespace ?? info.namespace,
    apiVersion: scope.resource.groupVersion().toString(),
    get signal() {
      return request.signal
    },
    clock: scope.clock,
    user: request.user,
    audit: request.audit,
    warnings: request.warnings,
    latencies: request.latencies,
  }
}
