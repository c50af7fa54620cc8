import type { PassingFilter } from '../request/http.js'
import { writePlainError } from '../request/write-error.js'

/**
 * Answers 500 for what a handler throws by mistake, and ends the stream where an answer had begun.
 *
 * Source: `WithPanicRecovery` of k8s.io/apiserver/pkg/server/filters.
 */
export function withPanicRecovery(onPanic: (error: unknown) => void): PassingFilter {
  return (next) => async (request, response) => {
    try {
      await next(request, response)
    } catch (error) {
      // A client that disconnected gets no response.
      if (!request.cancellation.aborted) onPanic(error)
      if (response.status === undefined) {
        writePlainError(response, 500, 'This request caused apiserver to panic. Look in the logs for details.')
      } else {
        response.destroy()
      }
    }
  }
}
