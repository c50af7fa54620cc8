import { loggedVerbOf } from '../metrics/request-labels.js'
import { headerValues } from '../request/header-values.js'
import type { Filter, IdentifiedRequest } from '../request/http.js'

/** Where requests are written to. */
export interface RequestLogger {
  debug(facts: object, message: string): void
}

const longestAuditID = 64

/**
 * Writes a line for each request when it has ended.
 *
 * Source: `WithHTTPLogging` of k8s.io/apiserver/pkg/server/filters, and `respLogger` of k8s.io/apiserver/pkg/server/httplog.
 */
export function withRequestLog(logger: RequestLogger): Filter<IdentifiedRequest> {
  return (next) => async (request, response) => {
    const start = performance.now()
    let isHijacked = false
    const { upgrade } = request
    if (upgrade !== undefined) {
      request.upgrade = (options) => {
        isHijacked = true
        return upgrade(options)
      }
    }
    try {
      await next(request, response)
    } finally {
      const { info, url, audit, remoteAddress } = request
      const facts = {
        verb: loggedVerbOf(request, info),
        URI: url,
        latency: performance.now() - start,
        userAgent: headerValues(request, 'user-agent')[0] ?? '',
        'audit-ID': audit.id.slice(0, longestAuditID),
        srcIP: remoteAddress,
      }
      logger.debug(isHijacked ? { ...facts, hijacked: true } : { ...facts, resp: response.status ?? 0 }, 'HTTP')
    }
  }
}
