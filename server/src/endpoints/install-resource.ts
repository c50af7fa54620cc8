import { createHash } from 'node:crypto'
import type { APIResource } from 'apimachinery/meta/v1'
import type { ResourceStorage } from '../registry/resource-storage.js'
import type { Exchange } from '../request/http.js'
import { handleConnect } from './handle-connect.js'
import { handleCreate } from './handle-create.js'
import { handleDelete, handleDeleteCollection } from './handle-delete.js'
import { handleGet, handleGetWithOptions } from './handle-get.js'
import { handleList } from './handle-list.js'
import { handlePatch } from './handle-patch.js'
import { handleUpdate } from './handle-update.js'
import type { PatchMediaType } from './patch-media-type.js'
import type { ResourceScope } from './resource-scope.js'
import type { Route, RoutePlace, RouteVerb } from './route.js'

/** How the routes of a resource are made. */
export interface ResourceRoutes {
  readonly scope: ResourceScope
  readonly mediaTypes: readonly string[]
  readonly streamMediaTypes: readonly string[]
  readonly patchTypes: readonly PatchMediaType[]
}

type Add = (verb: RouteVerb, place: RoutePlace, route: Omit<Route, 'verb' | 'place' | 'scope'>) => void

/**
 * The routes for the methods of a storage object.
 *
 * Source: `registerResourceHandlers` of k8s.io/apiserver/pkg/endpoints/installer.go.
 */
export function resourceRoutes(options: ResourceRoutes): Route[] {
  const { scope } = options
  const routes: Route[] = []
  const add: Add = (verb, place, route) => routes.push({ verb, place, scope, ...route })
  if (scope.subresource === '') addCollection(add, options)
  addItem(add, options)
  return routes
}

function addCollection(add: Add, { scope, mediaTypes, streamMediaTypes }: ResourceRoutes): void {
  const { storage, namespaced } = scope
  const all = [...mediaTypes, ...streamMediaTypes]
  const list = (forceWatch: boolean) => ({
    method: 'GET',
    produces: all,
    handle: (exchange: Exchange) => handleList(scope, exchange, { forceWatch }),
  })
  if (storage.list !== undefined) {
    add('LIST', 'collection', list(false))
    if (namespaced) add('LIST', 'all-namespaces', list(false))
    if (storage.watch !== undefined) {
      add('WATCHLIST', 'collection', list(true))
      if (namespaced) add('WATCHLIST', 'all-namespaces', list(true))
    }
  }
  if (storage.create !== undefined) add('POST', 'collection', create(scope, mediaTypes))
  if (storage.deleteCollection === undefined) return
  const handle = (exchange: Exchange) => handleDeleteCollection(scope, exchange)
  add('DELETECOLLECTION', 'collection', { method: 'DELETE', produces: mediaTypes, handle })
}

function create(scope: ResourceScope, produces: readonly string[]): Omit<Route, 'verb' | 'place' | 'scope'> {
  return { method: 'POST', produces, handle: (exchange) => handleCreate(scope, exchange) }
}

function addItem(add: Add, options: ResourceRoutes): void {
  const { scope, mediaTypes, streamMediaTypes, patchTypes } = options
  const { storage } = scope
  const produces = [...(storage.producesMediaTypes ?? []), ...mediaTypes]
  addGet(add, scope, produces)
  const below = scope.subresource !== '' && storage.create !== undefined
  if (below || storage.createNamed !== undefined) add('POST', 'item', create(scope, produces))
  if (storage.update !== undefined) {
    add('PUT', 'item', { method: 'PUT', produces, handle: (exchange) => handleUpdate(scope, exchange) })
  }
  if (isPatcher(storage)) {
    const handle = (exchange: Exchange) => handlePatch(scope, exchange, { mediaTypes: patchTypes })
    add('PATCH', 'item', { method: 'PATCH', produces, consumes: patchTypes, handle })
  }
  if (storage.delete !== undefined) {
    add('DELETE', 'item', { method: 'DELETE', produces, handle: (exchange) => handleDelete(scope, exchange) })
  }
  if (storage.watch !== undefined && scope.subresource === '') {
    const handle = (exchange: Exchange) => handleList(scope, exchange, { forceWatch: true })
    add('WATCH', 'item', { method: 'GET', produces: [...mediaTypes, ...streamMediaTypes], handle })
  }
  addConnect(add, scope)
}

function addGet(add: Add, scope: ResourceScope, produces: readonly string[]): void {
  const { get, getWithOptions } = scope.storage
  if (getWithOptions !== undefined) {
    const handle = (exchange: Exchange) => handleGetWithOptions(scope, exchange, getWithOptions)
    add('GET', 'item', { method: 'GET', produces, handle })
    if (getWithOptions.pathOption !== undefined) add('GET', 'item-path', { method: 'GET', produces, handle })
  } else if (get !== undefined) {
    add('GET', 'item', { method: 'GET', produces, handle: (exchange) => handleGet(scope, exchange) })
  }
}

function addConnect(add: Add, scope: ResourceScope): void {
  const { connector } = scope.storage
  if (connector === undefined) return
  const handle = (exchange: Exchange) => handleConnect(scope, exchange, connector)
  for (const method of connector.methods) {
    add('CONNECT', 'item', { method, produces: ['*/*'], handle })
    if (connector.pathOption !== undefined) add('CONNECT', 'item-path', { method, produces: ['*/*'], handle })
  }
}

function isPatcher(storage: ResourceStorage): boolean {
  return storage.update !== undefined && (storage.get !== undefined || storage.getWithOptions !== undefined)
}

/** The verbs of requests and of discovery; connections have several. */
export const requestVerbs: Readonly<Record<RouteVerb, string>> = {
  GET: 'get',
  LIST: 'list',
  POST: 'create',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
  DELETECOLLECTION: 'deletecollection',
  WATCH: 'watch',
  WATCHLIST: 'watch',
  CONNECT: '',
}

/** The verbs of connections in discovery, by method; others have none. */
const connectVerbs: Readonly<Record<string, string>> = {
  GET: 'get',
  POST: 'create',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
}

/** The discovery of a resource. */
export function apiResourceOf(scope: ResourceScope, path: string, routes: readonly Route[]): APIResource {
  const { storage, kind, namespaced, subresource } = scope
  const verbs = new Set(routes.map(({ verb, method }) => requestVerbs[verb] || (connectVerbs[method] ?? '')))
  verbs.delete('')
  const { storageVersion } = storage
  return {
    name: path,
    singularName: subresource === '' ? (storage.singularName ?? kind.kind.toLowerCase()) : '',
    namespaced,
    ...(storage.kindIn !== undefined && { group: kind.group, version: kind.version }),
    kind: kind.kind,
    verbs: [...verbs].sort(),
    ...((storage.shortNames?.length ?? 0) > 0 && { shortNames: [...(storage.shortNames ?? [])] }),
    ...((storage.categories?.length ?? 0) > 0 && { categories: [...(storage.categories ?? [])] }),
    ...(storageVersion !== undefined && { storageVersionHash: storageVersionHash(storageVersion) }),
  }
}

/** Source: `StorageVersionHash` of k8s.io/apiserver/pkg/endpoints/discovery. */
export function storageVersionHash({ group, version, kind }: NonNullable<ResourceStorage['storageVersion']>): string {
  return createHash('sha256').update(`${group}/${version}/${kind}`).digest().subarray(0, 8).toString('base64')
}
