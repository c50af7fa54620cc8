import type { Clock } from 'apimachinery/wait'
import type { AbortState } from '../internal/abort-state.js'
import type { AuditContext, RequestUser } from './context.js'
import type { RequestInfo } from './request-info.js'
import type { RequestLatencies } from './request-latencies.js'
import type { WarningRecorder } from './warnings.js'

/**
 * The facts about the current request for registries and admission plugins. Source: the values that k8s.io/apiserver keeps
 * in a request's `context.Context`.
 */
export interface RequestContext {
  readonly info: RequestInfo
  /** Namespace of the request; empty for cluster-scoped resources and for all namespaces. */
  readonly namespace: string
  /** Version that the request was made in, such as `apps/v1`. */
  readonly apiVersion: string
  /** Aborted when the answer is of no use any more. A copy of the context by its fields has none: see {@link clusterScoped}. */
  readonly signal: AbortSignal
  /** The state of `signal`, for calls that seldom wait: reading it makes no signal. */
  readonly abortState?: AbortState | undefined
  readonly clock: Clock
  readonly user?: RequestUser | undefined
  readonly audit?: AuditContext | undefined
  readonly warnings?: WarningRecorder | undefined
  /** Records where the time of the request is spent. */
  readonly latencies?: RequestLatencies | undefined
}

/** The same context for objects without a namespace. */
export function clusterScoped(context: RequestContext): RequestContext {
  return { ...context, namespace: '', signal: context.signal }
}
