import type { Clock, PassiveClock } from 'apimachinery/wait'
import type { AuditBackend } from '../audit/audit-backend.js'
import type { AuditMetrics } from '../audit/audit-metrics.js'
import type { AuditPolicy } from '../audit/audit-policy.js'
import { AuditRecorder, type ObjectEncoder } from '../audit/audit-recorder.js'
import type { Authenticator } from '../authentication/authenticator.js'
import type { Authorizer } from '../authorization/authorizer.js'
import {
  type AuditFilterOptions,
  withAudit,
  withFailedAuthenticationAudit,
  withFailedRequestAudit,
} from '../filters/audit.js'
import { withAuditID } from '../filters/audit-id.js'
import { withAuthentication } from '../filters/authentication.js'
import { withAuthorization } from '../filters/authorization.js'
import { withCacheControl } from '../filters/cache-control.js'
import { withCORS } from '../filters/cors.js'
import { withProbabilisticGoaway } from '../filters/goaway.js'
import { withHSTS } from '../filters/hsts.js'
import { type ImpersonationOptions, withImpersonation } from '../filters/impersonation/impersonation.js'
import { withMaxInFlight } from '../filters/max-in-flight.js'
import { withMetrics } from '../filters/metrics.js'
import { withPanicRecovery } from '../filters/panic-recovery.js'
import { withPriorityAndFairness } from '../filters/priority-and-fairness.js'
import { withRequestDeadline } from '../filters/request-deadline.js'
import { withRequestInfo } from '../filters/request-info.js'
import { withRequestLog } from '../filters/request-log.js'
import { withRetryAfter } from '../filters/retry-after.js'
import { type InFlightRequests, withWaitGroup } from '../filters/wait-group.js'
import { withWarnings } from '../filters/warnings.js'
import { type ActiveWatches, withWatchTermination } from '../filters/watch-termination.js'
import type { FlowController } from '../flow-control/flow-controller.js'
import type { WorkEstimator } from '../flow-control/work-estimator.js'
import type { ConcurrencyWatermark } from '../metrics/concurrency-watermark.js'
import { FilterChain } from '../request/filter-chain.js'
import type { AuthenticatedRequest, AuthorizedRequest, Filter, PassingFilter } from '../request/http.js'
import type { LongRunningCheck } from '../request/long-running.js'
import type { ErrorWriter } from '../request/write-error.js'
import type { Logger } from './logger.js'
import type { ServerMetrics } from './server-metrics.js'

/** Input of the filters of a server. */
export interface HandlerChainOptions {
  readonly authenticator: Authenticator
  readonly authorizer: Authorizer
  readonly audiences: readonly string[]
  readonly writeError: ErrorWriter
  readonly longRunning: LongRunningCheck
  readonly inFlight: InFlightRequests
  readonly watches: ActiveWatches
  readonly logger: Logger
  readonly requestTimeout: number
  readonly maxRequestsInFlight: number
  readonly maxMutatingRequestsInFlight: number
  readonly corsAllowedOrigins: readonly string[]
  readonly hstsDirectives: readonly string[]
  readonly goawayChance: number
  readonly constrainedImpersonation: boolean
  /** Reports whether the server is shutting down; absent if clients are not asked to retry. */
  readonly isStopping?: (() => boolean) | undefined
  readonly metrics: ServerMetrics
  readonly inFlightWatermark: ConcurrencyWatermark
  readonly inQueueWatermark: ConcurrencyWatermark
  /** The audit policy and backend. */
  readonly audit?: AuditConfig | undefined
  /** Priority and fairness, in place of the limits of requests in flight. */
  readonly flowControl?: FlowControlConfig | undefined
  /** Put around all other filters, outermost first. */
  readonly outerFilters?: readonly Filter[] | undefined
  /** Put around the paths, inside all other filters. */
  readonly innerFilters?: readonly Filter<AuthorizedRequest>[] | undefined
}

/** Auditing of a server. */
export interface AuditConfig {
  readonly policy: AuditPolicy
  readonly backend: AuditBackend
  readonly encode: ObjectEncoder
  readonly metrics: AuditMetrics
  readonly clock: PassiveClock
}

/** Priority and fairness of a server. */
export interface FlowControlConfig {
  readonly controller: FlowController
  readonly estimator: WorkEstimator
  readonly clock: Clock
}

const passOn: PassingFilter = (next) => next

function impersonationOptions(options: HandlerChainOptions): ImpersonationOptions {
  const { authorizer, writeError, metrics, constrainedImpersonation: constrained } = options
  return { authorizer, writeError, constrained, observer: constrained ? metrics.impersonation : undefined }
}

/**
 * Every filter of a server.
 *
 * Source: `DefaultBuildHandlerChain` of k8s.io/apiserver/pkg/server.
 */
export function handlerChain(options: HandlerChainOptions): FilterChain<AuthorizedRequest> {
  const { writeError, longRunning, logger, metrics, isStopping } = options
  const audit = auditFilterOptions(options)
  return FilterChain.outermost()
    .passAll(options.outerFilters)
    .pass(withAuditID(auditContexts(options)))
    .pass(withPanicRecovery((error) => logger.error({ error }, 'apiserver panicked')))
    .pass(withWarnings())
    .pass(withRequestInfo())
    .pass(logger.isLevelEnabled?.('debug') === false ? passOn : withRequestLog(logger))
    .pass(isStopping === undefined ? passOn : withRetryAfter(isStopping))
    .pass(withHSTS(options.hstsDirectives))
    .pass(withCacheControl())
    .pass(withProbabilisticGoaway(options.goawayChance, Math.random))
    .pass(withWatchTermination(options.watches))
    .pass(withWaitGroup(options.inFlight, longRunning))
    .pass(
      withRequestDeadline({
        longRunning,
        maximum: options.requestTimeout,
        writeError,
        observer: metrics.requests,
        aroundFailure: (failed, message) => withFailedRequestAudit(audit, failed, message),
      }),
    )
    .pass(withCORS(options.corsAllowedOrigins))
    .pass(
      withAuthentication({
        authenticator: options.authenticator,
        audiences: options.audiences,
        writeError,
        onRefused: (error) => logger.warn({ error }, 'Unable to authenticate the request'),
        metrics: metrics.access,
        aroundFailure: (failed) => withFailedAuthenticationAudit(audit, failed),
      }),
    )
    .pass(audit === undefined ? passOn : withAudit(audit))
    .pass(withImpersonation(impersonationOptions(options)))
    .pass(flowControlFilter(options))
    .pass(withAuthorization({ authorizer: options.authorizer, writeError, metrics: metrics.access }))
    .pass(withMetrics(metrics.requests, longRunning))
    .passAll(options.innerFilters)
}

/** Events are collected from the first filter on. */
function auditContexts({ audit }: HandlerChainOptions): ((id: string) => AuditRecorder) | undefined {
  if (audit === undefined) return undefined
  return (id) => new AuditRecorder(id, audit)
}

function auditFilterOptions({ audit, longRunning }: HandlerChainOptions): AuditFilterOptions | undefined {
  return audit && { policy: audit.policy, metrics: audit.metrics, longRunning }
}

function flowControlFilter(options: HandlerChainOptions): Filter<AuthenticatedRequest> {
  const { flowControl, longRunning, requestTimeout, inFlightWatermark, inQueueWatermark, metrics } = options
  const requests = metrics.requests
  if (flowControl === undefined) {
    return withMaxInFlight({
      reading: options.maxRequestsInFlight,
      mutating: options.maxMutatingRequestsInFlight,
      longRunning,
      metrics: { inFlight: inFlightWatermark, requests },
    })
  }
  const watermarks = { inFlight: inFlightWatermark, inQueue: inQueueWatermark }
  return withPriorityAndFairness({ ...flowControl, ...watermarks, longRunning, requestTimeout, metrics: requests })
}
