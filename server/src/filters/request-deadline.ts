import { messageOf, newBadRequest } from 'apimachinery/errors'
import { parseDuration } from 'apimachinery/scalar'
import { DeadlineExceeded } from '../request/cancellation.js'
import type { Filter, Handler, IdentifiedRequest, ReceivedRequest, ResponseSink } from '../request/http.js'
import type { LongRunningCheck } from '../request/long-running.js'
import type { ErrorWriter } from '../request/write-error.js'

/** Settings for the deadline of requests. */
export interface DeadlineOptions {
  readonly longRunning: LongRunningCheck
  /** Milliseconds that a request may take at the most. */
  readonly maximum: number
  readonly writeError: ErrorWriter
  /** For metrics. */
  readonly observer?: TimeoutObserver | undefined
  /** Put around the answer to those whose time makes no sense; `message` says why. */
  readonly aroundFailure?:
    | ((failed: Handler<IdentifiedRequest>, message: string) => Handler<IdentifiedRequest>)
    | undefined
}

/** Observes requests whose time is up. */
export interface TimeoutObserver {
  /** A request was answered with a status code in place of its handler. */
  terminated(request: IdentifiedRequest, code: number): void
  /** A response that had begun was cut. */
  aborted(request: IdentifiedRequest): void
  /** The handler of such a request has ended. */
  endedLate(status: 'ok' | 'panic'): void
}

/**
 * Answers 504 when the time of a request is up: the parameter `timeout`, or the maximum. A response that has begun is cut. The
 * work is aborted, and what its handler still does has no effect.
 *
 * Source: `WithRequestDeadline` of k8s.io/apiserver/pkg/endpoints/filters, `WithTimeoutForNonLongRunningRequests` of
 * k8s.io/apiserver/pkg/server/filters.
 */
export function withRequestDeadline({
  longRunning,
  maximum,
  writeError,
  observer,
  aroundFailure,
}: DeadlineOptions): Filter<IdentifiedRequest> {
  return (next) => async (request, response) => {
    if (longRunning(request, request.info)) return next(request, response)
    let milliseconds = maximum
    try {
      const wanted = wantedMilliseconds(request)
      if (wanted > 0 && wanted < maximum) milliseconds = wanted
    } catch (error) {
      const failed: Handler<IdentifiedRequest> = async (...exchange) => writeError(...exchange, error)
      return await (aroundFailure?.(failed, messageOf(error)) ?? failed)(request, response)
    }
    let timer: NodeJS.Timeout | undefined
    const working = next(request, response)
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        endLate(request, response, observer)
        if (observer !== undefined) {
          working.then(
            () => observer.endedLate('ok'),
            () => observer.endedLate('panic'),
          )
        }
        resolve()
      }, milliseconds)
    })
    try {
      await Promise.race([working, late])
    } finally {
      clearTimeout(timer)
    }
  }
}

const timeoutBody = Buffer.from(
  '{"metadata":{},"status":"Failure","message":"Timeout: request did not complete within the allotted timeout","reason":"Timeout","details":{},"code":504}\n',
)

function endLate(request: IdentifiedRequest, response: ResponseSink, observer: TimeoutObserver | undefined): void {
  if (response.status === undefined) {
    response.writeHead(504, { 'content-type': 'text/plain; charset=utf-8' })
    response.end(timeoutBody)
  } else if (!response.closed) {
    response.destroy()
    observer?.aborted(request)
  }
  observer?.terminated(request, 504)
  request.cancellation.cancel(new DeadlineExceeded())
}

function wantedMilliseconds({ query }: Pick<ReceivedRequest, 'query'>): number {
  const value = query.get('timeout')
  if (value === null || value === '') return 0
  try {
    return Number(parseDuration(value)) / 1e6
  } catch (error) {
    throw newBadRequest(`invalid timeout specified in the request URL - ${messageOf(error)}`)
  }
}
