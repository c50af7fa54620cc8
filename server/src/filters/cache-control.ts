import type { PassingFilter } from '../request/http.js'

/** Keeps answers out of shared caches. Source: `WithCacheControl` of k8s.io/apiserver/pkg/endpoints/filters. */
export function withCacheControl(): PassingFilter {
  return (next) => (request, response) => {
    response.setHeader('cache-control', 'no-cache, private')
    return next(request, response)
  }
}
