import { newGenericServerResponse } from 'apimachinery/errors'
import { lazy } from '../internal/lazy.js'
import type { AuthorizedRequest, Exchange } from '../request/http.js'
import { headerText, type OutputFormats } from './output-format.js'
import {
  matchesAccept,
  matchesContentType,
  notAcceptable,
  type Route,
  type RoutePlace,
  recordDeprecation,
  serveRoute,
} from './route.js'
import { withStatus } from './write-error.js'

/** The routes of a resource, which are made when they are needed. */
export interface TableEntry {
  readonly namespaced: boolean
  readonly routes: () => readonly Route[]
}

/** Place, prefixed with `watch/` for the deprecated watch paths, → method → route. */
type Places = Map<string, Map<string, Route>>

/** The routes of a resource by the places of their paths. */
interface ResourceEntry {
  readonly namespaced: boolean
  readonly places: () => Places
}

/** Where a path leads. */
interface Destination {
  readonly entry: ResourceEntry
  readonly place: string
}

/** Finds the route of a request below one group version, by upstream's rules for paths and headers. */
export class RouteTable {
  readonly #entries = new Map<string, ResourceEntry>()

  /** Adds the routes of a path such as `pods` or `pods/status`. */
  add(path: string, { namespaced, routes }: TableEntry): void {
    this.#entries.set(path, { namespaced, places: lazy(() => placesOf(routes())) })
  }

  /** Answers a request; errors become a `Status` in the formats given. */
  handle(exchange: Exchange, formats: OutputFormats): Promise<void> {
    return withStatus(exchange, formats, () => {
      const route = this.#routeOf(exchange.request)
      recordDeprecation(exchange.request, route.scope)
      return serveRoute(exchange, route)
    })
  }

  #routeOf(request: AuthorizedRequest): Route {
    const { method, headers } = request
    const destination = this.#destinationOf(request)
    const methods = destination?.entry.places().get(destination.place)
    if (methods === undefined) throw newGenericServerResponse(404, { verb: '' })
    const route = methods.get(method)
    if (route === undefined) throw newGenericServerResponse(405, { verb: '' })
    if (!matchesContentType(route, headerText(headers, 'content-type'))) {
      throw newGenericServerResponse(415, { verb: '', serverMessage: '415: Unsupported Media Type' })
    }
    if (matchesAccept(route, headerText(headers, 'accept'))) return route
    throw notAcceptable(route)
  }

  #destinationOf({ place }: AuthorizedRequest): Destination | undefined {
    const { segments, start } = place
    const watches = segments[start] === 'watch'
    const found = this.#placeOf(segments, watches ? start + 1 : start)
    return found === undefined || !watches ? found : { entry: found.entry, place: `watch/${found.place}` }
  }

  #placeOf(segments: readonly string[], at: number): Destination | undefined {
    if (segments[at] === 'namespaces' && segments.length >= at + 3) {
      const inNamespace = this.#resourceAt(segments, at + 2, true)
      if (inNamespace !== undefined) return inNamespace
    }
    const entry = this.#entries.get(segments[at] ?? '')
    if (entry?.namespaced === true) {
      return segments.length === at + 1 ? { entry, place: 'all-namespaces' satisfies RoutePlace } : undefined
    }
    return this.#resourceAt(segments, at, false)
  }

  /** From `at` on: resource, name, subresource, more path. */
  #resourceAt(segments: readonly string[], at: number, namespaced: boolean): Destination | undefined {
    const resource = segments[at] ?? ''
    const subresource = segments[at + 2]
    const entry = this.#entries.get(subresource === undefined ? resource : `${resource}/${subresource}`)
    if (entry === undefined || entry.namespaced !== namespaced) return undefined
    const length = segments.length - at
    if (length === 1) return { entry, place: 'collection' satisfies RoutePlace }
    return { entry, place: length <= (subresource === undefined ? 2 : 3) ? 'item' : 'item-path' }
  }
}

/** The first route of each place and method counts. */
function placesOf(routes: readonly Route[]): Places {
  const places: Places = new Map()
  for (const route of routes) {
    const place = route.verb === 'WATCH' || route.verb === 'WATCHLIST' ? `watch/${route.place}` : route.place
    const methods = places.get(place) ?? new Map<string, Route>()
    if (!methods.has(route.method)) methods.set(route.method, route)
    places.set(place, methods)
  }
  return places
}
