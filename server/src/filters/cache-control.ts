import type { Filter } from '../request/http.js'

/** Keeps answers out of shared caches. Source: `WithCacheControl` of k8s.io/apiserver/pkg/endpoints/filters. */
export function withCacheControl(): Filter {
  return (next) => (request, response) => {
    response.setHeader('cache-control', 'no-cache, private')
    return next(request, response)
  }
}
