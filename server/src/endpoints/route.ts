import { newGenericServerResponse } from 'apimachinery/errors'
import type { AuthorizedRequest, Exchange } from '../request/http.js'
import type { EndpointFacts } from '../request/request-observer.js'
import type { ResourceScope } from './resource-scope.js'

/** Upstream's name of a route's action; used in documents and metrics. */
export type RouteVerb =
  | 'GET'
  | 'LIST'
  | 'POST'
  | 'PUT'
  | 'PATCH'
  | 'DELETE'
  | 'DELETECOLLECTION'
  | 'WATCH'
  | 'WATCHLIST'
  | 'CONNECT'

/** Where below a group version a route is. */
export type RoutePlace = 'collection' | 'all-namespaces' | 'item' | 'item-path'

/** One method on one path of a resource. */
export interface Route {
  readonly method: string
  readonly verb: RouteVerb
  readonly place: RoutePlace
  readonly scope: ResourceScope
  /** Media types of answers; `*` + `/*` for any. */
  readonly produces: readonly string[]
  /** Media types of bodies; absent where the handler decides. */
  readonly consumes?: readonly string[] | undefined
  handle(exchange: Exchange): Promise<void>
}

/** Reports whether a route answers what a request accepts, by the rules of upstream's router: no partial wildcards. */
export function matchesAccept({ produces }: Pick<Route, 'produces'>, accept: string | undefined): boolean {
  if (accept === undefined || accept === '' || produces.includes('*/*')) return true
  return accept.split(',').some((clause) => {
    const mediaType = clause.split(';')[0]!.trim()
    return mediaType === '*/*' || produces.includes(mediaType)
  })
}

/** The answer to a request that accepts nothing that a route has. */
export function notAcceptable({ produces }: Pick<Route, 'produces'>): Error {
  const serverMessage = `406: Not Acceptable\n\nAvailable representations: ${produces.join(', ')}`
  return newGenericServerResponse(406, { verb: '', serverMessage })
}

/** Reports whether a route takes the body of a request. */
export function matchesContentType({ consumes }: Route, contentType: string | undefined): boolean {
  if (consumes === undefined) return true
  const types = contentType || 'application/octet-stream'
  return types.split(',').some((type) => consumes.includes(type.split(';')[0]!.trim()))
}

const apiEndpoint: EndpointFacts = { component: 'apiserver' }

/** Warns of a version that is deprecated, and counts the request. */
export function recordDeprecation(
  { warnings, observer }: AuthorizedRequest,
  deprecated: Pick<ResourceScope, 'warnings' | 'removedRelease'>,
): void {
  for (const warning of deprecated.warnings) warnings.addWarning('', warning)
  if (deprecated.warnings.length > 0) observer.deprecated(deprecated.removedRelease)
}

/** Answers a request by its route; from here on it is a request that reached an endpoint. */
export function serveRoute(exchange: Exchange, route: Route): Promise<void> {
  exchange.request.observer.endpoint(apiEndpoint)
  return route.handle(exchange)
}
