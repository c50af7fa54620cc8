import { newInternalError } from 'apimachinery/errors'
import type { Clock } from 'apimachinery/wait'
import type { AbortState } from '../internal/abort-state.js'
import type { AuditContext, RequestUser } from '../request/context.js'
import type { ServerRequest } from '../request/http.js'
import type { RequestContext } from '../request/request-context.js'
import type { RequestInfo } from '../request/request-info.js'
import type { RequestLatencies } from '../request/request-latencies.js'
import type { WarningRecorder } from '../request/warnings.js'
import type { ResourceScope } from './resource-scope.js'

/** The parsed path of a request. @throws StatusError 500 if no filter has set it. */
export function infoOf({ info }: ServerRequest): RequestInfo {
  if (info === undefined) throw newInternalError(new Error('missing requestInfo'))
  return info
}

/** The request context for registries and admission. `namespace`: by default that of the request. */
export function contextOf(scope: ResourceScope, request: ServerRequest, namespace?: string): RequestContext {
  return new EndpointContext(scope, request, namespace)
}

/**
 * A class for its getter: the engine puts the getter of an object literal among its old objects, where it keeps the whole
 * request until all memory is collected.
 */
class EndpointContext implements RequestContext {
  readonly info: RequestInfo
  readonly namespace: string
  readonly apiVersion: string
  readonly clock: Clock
  readonly user: RequestUser | undefined
  readonly audit: AuditContext | undefined
  readonly warnings: WarningRecorder | undefined
  readonly latencies: RequestLatencies | undefined
  readonly abortState: AbortState
  readonly #request: ServerRequest

  constructor(scope: ResourceScope, request: ServerRequest, namespace: string | undefined) {
    this.#request = request
    this.info = infoOf(request)
    this.namespace = namespace ?? this.info.namespace
    this.apiVersion = scope.resource.groupVersion().toString()
    this.clock = scope.clock
    this.user = request.user
    this.audit = request.audit
    this.warnings = request.warnings
    this.latencies = request.latencies
    this.abortState = request.cancellation
  }

  get signal(): AbortSignal {
    return this.#request.signal
  }
}
