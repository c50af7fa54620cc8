import { newBadRequest } from 'apimachinery/errors'
import { parseDuration } from 'apimachinery/scalar'
import type { Filter, Handler, ServerRequest } from '../request/http.js'
import type { LongRunningCheck } from '../request/long-running.js'
import type { ErrorWriter } from '../request/write-error.js'

/** Settings for the deadline of requests. */
export interface DeadlineOptions {
  readonly longRunning: LongRunningCheck
  /** Milliseconds that a request may take at the most. */
  readonly maximum: number
  readonly writeError: ErrorWriter
  /** Put around the answer to those whose time makes no sense; `message` says why. */
  readonly aroundFailure?: (failed: Handler, message: string) => Handler
}

/**
 * Aborts the work of a request when its time is up: the parameter `timeout`, or the maximum. The handler's error then becomes
 * the answer.
 *
 * Source: `WithRequestDeadline` of k8s.io/apiserver/pkg/endpoints/filters.
 */
export function withRequestDeadline({ longRunning, maximum, writeError, aroundFailure }: DeadlineOptions): Filter {
  return (next) => async (request, response) => {
    if (request.info === undefined || longRunning(request, request.info)) return next(request, response)
    let milliseconds = maximum
    try {
      const wanted = wantedMilliseconds(request)
      if (wanted > 0 && wanted < maximum) milliseconds = wanted
    } catch (error) {
      const failed: Handler = async (...exchange) => writeError(...exchange, error)
      return await (aroundFailure?.(failed, (error as Error).message) ?? failed)(request, response)
    }
    const timer = setTimeout(() => request.cancellation.cancel(new DeadlineExceeded()), milliseconds)
    try {
      await next(request, response)
    } finally {
      clearTimeout(timer)
    }
  }
}

/** The reason of a signal whose request took too long. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded'

  constructor() {
    super('context deadline exceeded')
  }
}

function wantedMilliseconds(request: ServerRequest): number {
  const value = request.query.get('timeout')
  if (value === null || value === '') return 0
  try {
    return Number(parseDuration(value)) / 1e6
  } catch (error) {
    throw newBadRequest(`invalid timeout specified in the request URL - ${(error as Error).message}`)
  }
}
