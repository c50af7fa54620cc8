import { messageOf } from 'apimachinery/errors'
import type { AuditMetrics } from '../audit/audit-metrics.js'
import type { AuditPolicy } from '../audit/audit-policy.js'
import { AuditRecorder } from '../audit/audit-recorder.js'
import { authorizationAttributes } from '../authorization/attributes-of.js'
import { type RequestUser, unknownUser } from '../request/context.js'
import type { AuthenticatedRequest, Filter, Handler, IdentifiedRequest, ResponseSink } from '../request/http.js'
import type { LongRunningCheck } from '../request/long-running.js'
import { writeInternalError } from '../request/write-error.js'
import { ObservedSink } from './observed-sink.js'

/** Settings of the filter. */
export interface AuditFilterOptions {
  readonly policy: AuditPolicy
  readonly metrics: AuditMetrics
  readonly longRunning: LongRunningCheck
}

/**
 * Writes an event when a request has been received, when the response of a long one begins, and when it is complete.
 *
 * Source: `WithAudit` of k8s.io/apiserver/pkg/endpoints/filters.
 */
export function withAudit(options: AuditFilterOptions): Filter<AuthenticatedRequest> {
  const { metrics, longRunning } = options
  return (next) => async (request, response) => {
    const recorder = begin(request, options, request.user)
    if (recorder === undefined || recorder.isOff) return next(request, response)
    if (!(await recorder.process('RequestReceived'))) {
      metrics.rejected.inc()
      return writeInternalError(request, response, new Error('failed to store audit event'))
    }
    const isLong = longRunning(request, request.info)
    const observed = isLong ? startedSink(recorder, response) : response
    if (isLong) observeUpgrade(recorder, request)
    try {
      await next(request, observed)
    } catch (error) {
      recorder.responseStatus({
        code: 500,
        status: 'Failure',
        reason: 'InternalError',
        message: `APIServer panic'd: ${messageOf(error)}`,
      })
      await recorder.process('Panic')
      throw error
    }
    await complete(recorder, { request, response }, isLong)
  }
}

/** Writes an event for a request whose authentication failed. Source: `WithFailedAuthenticationAudit`. */
export function withFailedAuthenticationAudit(
  options: AuditFilterOptions | undefined,
  failed: Handler<IdentifiedRequest>,
): Handler<IdentifiedRequest> {
  if (options === undefined) return failed
  return (request, response) => withFailedRequestAudit(options, failed, attemptedMethods(request))(request, response)
}

/** Writes an event for a request that is refused before anybody asks who makes it. Source: `withFailedRequestAudit`. */
export function withFailedRequestAudit(
  options: AuditFilterOptions | undefined,
  failed: Handler<IdentifiedRequest>,
  message: string,
): Handler<IdentifiedRequest> {
  if (options === undefined) return failed
  return async (request, response) => {
    const recorder = begin(request, options, unknownUser)
    if (recorder === undefined || recorder.isOff) return failed(request, response)
    recorder.responseStatus({ message })
    await failed(request, startedSink(recorder, response))
  }
}

function begin(
  request: IdentifiedRequest,
  { policy, metrics }: AuditFilterOptions,
  user: RequestUser,
): AuditRecorder | undefined {
  const { audit, info } = request
  if (!(audit instanceof AuditRecorder)) return undefined
  const attributes = authorizationAttributes(user, info)
  const config = policy.configFor(attributes)
  metrics.level(config.level)
  audit.begin(config, request, attributes)
  return audit
}

/** A web socket is begun by the request, and has no head that passes a sink. */
function observeUpgrade(recorder: AuditRecorder, request: IdentifiedRequest): void {
  const { upgrade } = request
  if (upgrade === undefined) return
  request.upgrade = async (options) => {
    const connection = await upgrade(options)
    recorder.responseCode(101)
    void recorder.process('ResponseStarted')
    return connection
  }
}

function startedSink(recorder: AuditRecorder, response: ResponseSink): ResponseSink {
  return new ObservedSink(response, (status) => {
    recorder.responseCode(status)
    void recorder.process('ResponseStarted')
  })
}

async function complete(
  recorder: AuditRecorder,
  { request, response }: { readonly request: IdentifiedRequest; readonly response: ResponseSink },
  isLong: boolean,
): Promise<void> {
  if (response.status !== undefined) {
    recorder.responseCode(response.status)
  } else if (!recorder.hasStatus) {
    recorder.responseStatus({ code: 200, status: 'Success', message: 'Connection closed early' })
    if (isLong) await recorder.process('ResponseStarted')
  }
  for (const [key, value] of request.latencies.annotations()) recorder.annotate(key, value)
  await recorder.process('ResponseComplete')
}

function attemptedMethods({ headers, peerCertificate, query }: IdentifiedRequest): string {
  const methods: string[] = []
  const authorization = String(headers.authorization ?? '').trim()
  if (/^basic /i.test(authorization)) methods.push('basic')
  if (/^bearer /i.test(authorization)) methods.push('bearer')
  if ((query.get('access_token') ?? '').trim() !== '') methods.push('access_token')
  if (peerCertificate !== undefined) methods.push('x509')
  return methods.length > 0
    ? `Authentication failed, attempted: ${methods.join(', ')}`
    : 'Authentication failed, no credentials provided'
}
