import type { PassingFilter } from '../request/http.js'

/** Adds `Strict-Transport-Security`. Source: `WithHSTS` of k8s.io/apiserver/pkg/server/filters. */
export function withHSTS(directives: readonly string[]): PassingFilter {
  if (directives.length === 0) return (next) => next
  const value = directives.join('; ')
  return (next) => (request, response) => {
    response.setHeader('strict-transport-security', value)
    return next(request, response)
  }
}
