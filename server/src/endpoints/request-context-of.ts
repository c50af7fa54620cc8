import type { Clock } from 'apimachinery/wait'
import type { AbortState } from '../internal/abort-state.js'
import type { AuditContext, RequestUser } from '../request/context.js'
import type { AuthorizedRequest } from '../request/http.js'
import type { RequestContext } from '../request/request-context.js'
import type { RequestInfo } from '../request/request-info.js'
import type { RequestLatencies } from '../request/request-latencies.js'
import type { WarningRecorder } from '../request/warnings.js'
import type { ResourceScope } from './resource-scope.js'

/** The request context for registries and admission. `namespace`: by default that of the request. */
export function contextOf(scope: ResourceScope, request: AuthorizedRequest, namespace?: string): EndpointContext {
  return new EndpointContext(scope, request, namespace)
}

/**
 * The context of a request that has passed the filters. A class for its getter: the engine puts the getter of an object literal among its old objects, where it keeps the whole
 * request until all memory is collected.
 */
export class EndpointContext implements RequestContext {
  readonly info: RequestInfo
  readonly namespace: string
  readonly apiVersion: string
  readonly clock: Clock
  readonly user: RequestUser
  readonly audit: AuditContext
  readonly warnings: WarningRecorder
  readonly latencies: RequestLatencies
  readonly abortState: AbortState
  readonly #request: AuthorizedRequest

  constructor(scope: ResourceScope, request: AuthorizedRequest, namespace: string | undefined) {
    this.#request = request
    this.info = request.info
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
