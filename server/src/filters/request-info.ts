import { messageOf } from 'apimachinery/errors'
import type { Filter, IdentifiedRequest, RequestWith } from '../request/http.js'
import { resolveRequestInfo } from '../request/request-info-resolver.js'
import { noObserver } from '../request/request-observer.js'
import { requestPlace } from '../request/request-place.js'
import { writeInternalError } from '../request/write-error.js'

const nobodyWaits = (): void => undefined

/** Reads the path, and says what the request is about, for all filters and handlers inside. */
export function withRequestInfo(): Filter<RequestWith<'audit' | 'latencies' | 'warnings'>, IdentifiedRequest> {
  return (next) => async (request, response) => {
    const identified = request as IdentifiedRequest
    try {
      identified.place = requestPlace(request.path)
      identified.info = resolveRequestInfo(request, identified.place)
    } catch (error) {
      return writeInternalError(request, response, new Error(`failed to create RequestInfo: ${messageOf(error)}`))
    }
    identified.observer = noObserver
    identified.watchStarted = nobodyWaits
    await next(identified, response)
  }
}
