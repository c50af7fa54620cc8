import type { Filter } from '../request/http.js'
import { resolveRequestInfo } from '../request/request-info-resolver.js'
import { requestPlace } from '../request/request-place.js'
import { writeInternalError } from '../request/write-error.js'

/** Reads the path, and says what the request is about, for all filters and handlers inside. */
export function withRequestInfo(): Filter {
  return (next) => async (request, response) => {
    try {
      const place = requestPlace(request.path)
      request.place = place
      request.info = resolveRequestInfo(request, place)
    } catch (error) {
      writeInternalError(request, response, new Error(`failed to create RequestInfo: ${(error as Error).message}`))
      return
    }
    await next(request, response)
  }
}
