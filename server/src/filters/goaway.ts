import type { PassingFilter } from '../request/http.js'

/**
 * Ends connections of HTTP/2 now and then, so that clients spread over several servers again.
 *
 * Source: `WithProbabilisticGoaway` of k8s.io/apiserver/pkg/server/filters.
 */
export function withProbabilisticGoaway(chance: number, random: () => number): PassingFilter {
  if (chance <= 0) return (next) => next
  return (next) => (request, response) => {
    if (request.httpVersion === '2.0' && random() < chance) response.setHeader('connection', 'close')
    return next(request, response)
  }
}
