import { WellKnownUser } from '../authentication/authenticator.js'
import type { RequestMetrics } from '../metrics/request-metrics.js'
import type { AuthorizedRequest, Filter } from '../request/http.js'
import type { LongRunningCheck } from '../request/long-running.js'
import type { EndpointFacts, RequestObserver } from '../request/request-observer.js'

/**
 * Counts requests that reach an endpoint, by what they are about, how they end and how long they take.
 *
 * Source: `InstrumentRouteFunc` of k8s.io/apiserver/pkg/endpoints/metrics.
 */
export function withMetrics(metrics: RequestMetrics, longRunning: LongRunningCheck): Filter<AuthorizedRequest> {
  return (next) => async (request, response) => {
    const start = performance.now()
    const { latencies } = request
    const seen = new SeenRequest(request, metrics, start)
    request.observer = seen
    const ended = longRunning(request, request.info) ? metrics.longRunning(request) : undefined
    try {
      await next(request, response)
    } finally {
      ended?.()
      if (seen.facts !== undefined) {
        metrics.finished(request, seen.facts, {
          status: response.status ?? 0,
          // From the first filter on, as upstream.
          seconds: latencies.total / 1000,
          waitedSeconds: latencies.waited / 1000,
          bytes: response.bytesWritten ?? 0,
          self: request.user.name === WellKnownUser.apiServer,
        })
      }
    }
  }
}

class SeenRequest implements RequestObserver {
  readonly #request: AuthorizedRequest
  readonly #metrics: RequestMetrics
  readonly #start: number
  #watchEvent: ((bytes: number) => void) | undefined
  facts: EndpointFacts | undefined

  constructor(request: AuthorizedRequest, metrics: RequestMetrics, start: number) {
    this.#request = request
    this.#metrics = metrics
    this.#start = start
  }

  endpoint(facts: EndpointFacts): void {
    this.facts = facts
  }

  deprecated(removedRelease: string): void {
    this.#metrics.deprecated(this.#request.info, removedRelease)
  }

  initialEventsSent(): void {
    this.#metrics.watchListed(this.#request.info, (performance.now() - this.#start) / 1000)
  }

  bodySize(bytes: number): void {
    this.#metrics.bodySize(this.#request.info, bytes)
  }

  watchEvent(bytes: number): void {
    this.#watchEvent ??= this.#metrics.watchEvents(this.#request.info)
    this.#watchEvent(bytes)
  }
}
