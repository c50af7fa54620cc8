import { WellKnownUser } from '../authentication/authenticator.js'
import type { ConcurrencyWatermark } from '../metrics/concurrency-watermark.js'
import type { RequestMetrics } from '../metrics/request-metrics.js'
import type { AuthenticatedRequest, Filter, ResponseSink } from '../request/http.js'
import type { LongRunningCheck } from '../request/long-running.js'
import { writePlainError } from '../request/write-error.js'

const readVerbs = new Set(['get', 'list', 'watch'])

/** How many requests may be worked on at once; 0 for no limit. */
export interface InFlightLimits {
  readonly reading: number
  readonly mutating: number
  readonly longRunning: LongRunningCheck
  readonly metrics?: { readonly inFlight: ConcurrencyWatermark; readonly requests: RequestMetrics } | undefined
}

/**
 * Answers 429 when too many requests are being worked on; members of `system:masters` always get through.
 *
 * Source: `WithMaxInFlightLimit` of k8s.io/apiserver/pkg/server/filters.
 */
export function withMaxInFlight({
  reading,
  mutating,
  longRunning,
  metrics,
}: InFlightLimits): Filter<AuthenticatedRequest> {
  if (reading === 0 && mutating === 0) return (next) => next
  const limits = { reading, mutating }
  const running = { reading: 0, mutating: 0 }
  return (next) => async (request, response) => {
    if (longRunning(request, request.info)) return next(request, response)
    const kind = readVerbs.has(request.info.verb) ? 'reading' : 'mutating'
    const full = limits[kind] !== 0 && running[kind] >= limits[kind]
    if (full && !request.user.groups.includes(WellKnownUser.systemPrivilegedGroup)) {
      metrics?.requests.dropped(request)
      return tooManyRequests(response)
    }
    running[kind]++
    const label = kind === 'reading' ? 'readOnly' : 'mutating'
    metrics?.inFlight.change(label, 1)
    try {
      await next(request, response)
    } finally {
      running[kind]--
      metrics?.inFlight.change(label, -1)
    }
  }
}

/** A plain 429 with a `Retry-After` in seconds. */
export function tooManyRequests(response: ResponseSink, retryAfter = 1): void {
  response.setHeader('retry-after', String(retryAfter))
  writePlainError(response, 429, 'Too many requests, please try again later.')
}
