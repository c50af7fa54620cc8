import type { Filter } from '../request/http.js'
import { defaultPrefixes, type RequestInfoPrefixes, resolveRequestInfo } from '../request/request-info-resolver.js'
import { writeInternalError } from '../request/write-error.js'

/** Says what the request is about, for all filters inside. */
export function withRequestInfo(prefixes: RequestInfoPrefixes = defaultPrefixes): Filter {
  return (next) => async (request, response) => {
    try {
      request.info = resolveRequestInfo(request, prefixes)
    } catch (error) {
      writeInternalError(request, response, new Error(`failed to create RequestInfo: ${(error as Error).message}`))
      return
    }
    await next(request, response)
  }
}
