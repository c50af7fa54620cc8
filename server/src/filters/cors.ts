import { RegularExpression } from 'apimachinery/openapi/cel'
import { headerValues } from '../request/header-values.js'
import type { PassingFilter } from '../request/http.js'

const headers = {
  'access-control-allow-methods': 'POST, GET, OPTIONS, PUT, DELETE, PATCH',
  'access-control-allow-headers':
    'Content-Type, Content-Length, Accept-Encoding, X-CSRF-Token, Authorization, X-Requested-With, If-Modified-Since',
  'access-control-expose-headers': 'Date',
  'access-control-allow-credentials': 'true',
}

/**
 * Allows web pages of matching origins to use the API. Patterns have Go's syntax. Throws for an invalid one.
 *
 * Source: `WithCORS` of k8s.io/apiserver/pkg/server/filters.
 */
export function withCORS(originPatterns: readonly string[]): PassingFilter {
  if (originPatterns.length === 0) return (next) => next
  const patterns = originPatterns.map((pattern) => new RegularExpression(pattern))
  return (next) => async (request, response) => {
    const [origin = ''] = headerValues(request, 'origin')
    if (origin === '' || !patterns.some((pattern) => pattern.test(origin))) return next(request, response)
    response.setHeader('access-control-allow-origin', origin)
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    if (request.method !== 'OPTIONS') return next(request, response)
    response.writeHead(204)
    response.end()
  }
}
