import type { Filter, IdentifiedRequest } from '../request/http.js'
import type { LongRunningCheck } from '../request/long-running.js'
import { isExempt } from './retry-after.js'

/** Counts requests so that a server can wait for them before it ends. */
export class InFlightRequests {
  #count = 0
  #closed = false
  #idle: (() => void)[] = []

  /** False when no more are taken. */
  enter(): boolean {
    if (this.#closed) return false
    this.#count++
    return true
  }

  leave(): void {
    if (--this.#count > 0) return
    for (const resolve of this.#idle) resolve()
    this.#idle = []
  }

  /** Takes no more, and resolves when none is left. */
  async drain(): Promise<void> {
    this.#closed = true
    if (this.#count > 0) await new Promise<void>((resolve) => this.#idle.push(resolve))
  }
}

const body = Buffer.from(
  '{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"apiserver is shutting down","reason":"ServiceUnavailable","code":503}\n',
)

/**
 * Counts the requests that are worked on, and answers 503 to new ones once the server waits for the last.
 *
 * Source: `WithWaitGroup` of k8s.io/apiserver/pkg/server/filters.
 */
export function withWaitGroup(requests: InFlightRequests, longRunning: LongRunningCheck): Filter<IdentifiedRequest> {
  return (next) => async (request, response) => {
    if (longRunning(request, request.info)) return next(request, response)
    if (!requests.enter()) {
      if (isExempt(request)) return next(request, response)
      response.setHeader('retry-after', '1')
      response.writeHead(503, { 'content-type': 'application/json', 'x-content-type-options': 'nosniff' })
      return response.end(body)
    }
    try {
      await next(request, response)
    } finally {
      requests.leave()
    }
  }
}
