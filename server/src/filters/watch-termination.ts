import type { Filter, IdentifiedRequest } from '../request/http.js'
import { InFlightRequests } from './wait-group.js'

/** The watches that are served, so that a server which stops can end them as if their time were up. */
export class ActiveWatches {
  readonly #requests = new Set<IdentifiedRequest>()
  readonly #count = new InFlightRequests()

  add(request: IdentifiedRequest): boolean {
    if (!this.#count.enter()) return false
    this.#requests.add(request)
    return true
  }

  delete(request: IdentifiedRequest): void {
    this.#requests.delete(request)
    this.#count.leave()
  }

  /** Ends all of them, and resolves when their last bytes are written. */
  async end(): Promise<void> {
    const ended = this.#count.drain()
    for (const { cancellation } of this.#requests) cancellation.cancel(new Error('apiserver is shutting down'))
    await ended
  }
}

/**
 * Keeps account of watches. One that comes when the others were ended already ends at once.
 *
 * Source: `WithWatchTerminationDuringShutdown` of k8s.io/apiserver/pkg/server/filters.
 */
export function withWatchTermination(watches: ActiveWatches): Filter<IdentifiedRequest> {
  return (next) => async (request, response) => {
    if (request.info.verb !== 'watch') return next(request, response)
    if (!watches.add(request)) {
      request.cancellation.cancel(new Error('apiserver is shutting down'))
      return next(request, response)
    }
    try {
      await next(request, response)
    } finally {
      watches.delete(request)
    }
  }
}
