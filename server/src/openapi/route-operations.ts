import {
  APIResourceList,
  CreateOptions,
  DeleteOptions,
  ListOptions,
  PatchOptions,
  Status,
  UpdateOptions,
  WatchEvent,
} from 'apimachinery/meta/v1'
import type { KindClass } from 'apimachinery/runtime'
import type { GroupVersion } from 'apimachinery/schema'
import type { InstalledGroupVersion } from '../endpoints/install-group-version.js'
import type { ResourceScope } from '../endpoints/resource-scope.js'
import type { Route, RouteVerb } from '../endpoints/route.js'
import { listClassOf } from '../endpoints/transform.js'
import { customResourceOperation } from './custom-resource-operation.js'
import type { Operation, OperationParameter, SchemaTarget } from './operation.js'
import { capital, groupVersionTag, groupVersionWord, withArticle } from './operation-names.js'
import { parametersOf } from './option-parameters.js'

/** The definition of bodies of patches. */
export const patchDefinition = 'io.k8s.apimachinery.pkg.apis.meta.v1.Patch'

const documentTypes = ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf']

/** Path of a group version, without a slash at the end. */
export function pathOf({ group, version }: GroupVersion): string {
  return group === '' ? `/api/${version}` : `/apis/${group}/${version}`
}

/** The operations of a group version by path, sorted. Source: `registerResourceHandlers` of k8s.io/apiserver/pkg/endpoints. */
export function operationsOf({ groupVersion, routes, definitions }: InstalledGroupVersion): Map<string, Operation[]> {
  const paths = new Map<string, Operation[]>()
  const add = (path: string, operation: Operation) => paths.set(path, [...(paths.get(path) ?? []), operation])
  // Discovery of custom resources is behind no router, whose routes are what is documented.
  if (definitions === undefined) add(`${pathOf(groupVersion)}/`, resourcesOperation(groupVersion))
  for (const route of routes) {
    const operation = operationOf(groupVersion, route, routes)
    const custom = definitions !== undefined
    const kind = parentOf(route, routes).kind
    add(pathOf(groupVersion) + routePath(route), custom ? customResourceOperation(operation, route, kind) : operation)
  }
  return new Map([...paths].sort(([a], [b]) => (a < b ? -1 : 1)))
}

function resourcesOperation(groupVersion: GroupVersion): Operation {
  return {
    method: 'get',
    id: `get${groupVersionWord(groupVersion)}APIResources`,
    description: 'get available resources',
    tag: groupVersionTag(groupVersion),
    consumes: documentTypes,
    produces: documentTypes,
    parameters: [],
    responses: new Map([[200, { description: 'OK', schema: APIResourceList }]]),
  }
}

function routePath({ scope, place, verb }: Route): string {
  const { resource, subresource, namespaced } = scope
  const watches = verb === 'WATCH' || verb === 'WATCHLIST' ? '/watch' : ''
  const namespace = namespaced && place !== 'all-namespaces' ? '/namespaces/{namespace}' : ''
  const item = place === 'item' || place === 'item-path' ? '/{name}' : ''
  const below = subresource === '' ? '' : `/${subresource}`
  return `${watches}${namespace}/${resource.resource}${item}${below}${place === 'item-path' ? '/{path}' : ''}`
}

const words: Readonly<Record<Exclude<RouteVerb, 'CONNECT'>, { readonly id: string; readonly action: string }>> = {
  GET: { id: 'read', action: 'get' },
  LIST: { id: 'list', action: 'list' },
  POST: { id: 'create', action: 'post' },
  PUT: { id: 'replace', action: 'put' },
  PATCH: { id: 'patch', action: 'patch' },
  DELETE: { id: 'delete', action: 'delete' },
  DELETECOLLECTION: { id: 'delete', action: 'deletecollection' },
  WATCH: { id: 'watch', action: 'watch' },
  WATCHLIST: { id: 'watch', action: 'watchlist' },
}

function operationOf(groupVersion: GroupVersion, route: Route, routes: readonly Route[]): Operation {
  const { scope, verb, place, method } = route
  const { kind } = parentOf(route, routes).kind
  const { id, action } = verb === 'CONNECT' ? { id: 'connect', action: 'connect' } : words[verb]
  const before = verb === 'CONNECT' ? capital(method.toLowerCase()) : verb === 'DELETECOLLECTION' ? 'Collection' : ''
  const namespaced = scope.namespaced && place !== 'all-namespaces' ? 'Namespaced' : ''
  const list = verb === 'WATCHLIST' ? 'List' : ''
  const suffix = { 'all-namespaces': 'ForAllNamespaces', 'item-path': 'WithPath' }[place as string] ?? ''
  return {
    method: method.toLowerCase() as Operation['method'],
    id: `${id}${groupVersionWord(groupVersion)}${before}${namespaced}${kind}${capital(scope.subresource)}${list}${suffix}`,
    description: descriptionOf(route, kind),
    tag: groupVersionTag(groupVersion),
    consumes: route.consumes ?? ['*/*'],
    produces: route.produces,
    parameters: [...pathParameters(route, kind), ...queryParameters(route)].sort((a, b) => (a.name < b.name ? -1 : 1)),
    responses: responsesOf(route),
    action,
    kind: scope.kind,
    body: bodyOf(route),
  }
}

/** What a subresource stands below. */
function parentOf({ scope }: Route, routes: readonly Route[]): ResourceScope {
  return routes.find((other) => other.scope.resource.resource === scope.resource.resource)?.scope ?? scope
}

function descriptionOf({ verb, scope: { subresource } }: Route, kind: string): string {
  const of = subresource === '' ? '' : `${subresource} of `
  switch (verb) {
    case 'GET':
      return `read ${of}the specified ${kind}`
    case 'LIST':
      return `list or watch objects of kind ${kind}`
    case 'POST':
      return subresource === '' ? `create${withArticle(kind)}` : `create ${subresource} of${withArticle(kind)}`
    case 'PUT':
      return `replace ${of}the specified ${kind}`
    case 'PATCH':
      return `partially update ${of}the specified ${kind}`
    case 'DELETE':
      return subresource === '' ? `delete${withArticle(kind)}` : `delete ${subresource} of${withArticle(kind)}`
    case 'DELETECOLLECTION':
      return `delete collection of ${kind}`
    case 'WATCH':
      return `watch changes to an object of kind ${kind}. deprecated: use the 'watch' parameter with a list operation instead, filtered to a single item with the 'fieldSelector' parameter.`
    case 'WATCHLIST':
      return `watch individual changes to a list of ${kind}. deprecated: use the 'watch' parameter with a list operation instead.`
    case 'CONNECT':
      return `connect requests to ${of}${kind}`
  }
}

function pathParameters({ scope, place, verb }: Route, kind: string): OperationParameter[] {
  const parameters: OperationParameter[] = verb === 'CONNECT' ? [] : [{ name: 'pretty', in: 'query', type: 'string' }]
  const item = place === 'item' || place === 'item-path'
  if (item) parameters.push({ name: 'name', in: 'path', type: 'string', description: `name of the ${kind}` })
  if (scope.namespaced && place !== 'all-namespaces') parameters.push({ name: 'namespace', in: 'path', type: 'string' })
  if (place === 'item-path') parameters.push({ name: 'path', in: 'path', type: 'string' })
  return parameters
}

const optionsOfVerb: Partial<Record<RouteVerb, readonly KindClass[]>> = {
  LIST: [ListOptions],
  WATCH: [ListOptions],
  WATCHLIST: [ListOptions],
  POST: [CreateOptions],
  PUT: [UpdateOptions],
  PATCH: [PatchOptions],
  DELETE: [DeleteOptions],
  DELETECOLLECTION: [DeleteOptions, ListOptions],
}

/** Options that make no sense for a collection that is deleted. */
const notForDeletion = new Set(['watch', 'allowWatchBookmarks'])

function queryParameters(route: Route): OperationParameter[] {
  const { verb } = route
  const parameters = new Map<string, OperationParameter>()
  for (const type of optionsOfVerb[verb] ?? optionsOfStorage(route)) {
    for (const parameter of parametersOf(type)) parameters.set(parameter.name, parameter)
  }
  if (verb === 'DELETECOLLECTION') for (const name of notForDeletion) parameters.delete(name)
  return [...parameters.values()]
}

/** Options that a connection or a read has of its own. */
function optionsOfStorage({ verb, scope: { storage } }: Route): readonly KindClass[] {
  const from = verb === 'CONNECT' ? storage.connector : verb === 'GET' ? storage.getWithOptions : undefined
  return from?.options === undefined ? [] : [from.options]
}

function bodyOf({ verb, scope }: Route): Operation['body'] {
  if (verb === 'POST' || verb === 'PUT') return { schema: scope.versionedType, required: true }
  if (verb === 'PATCH') return { schema: patchDefinition, required: true }
  if (verb === 'DELETE' || verb === 'DELETECOLLECTION') return { schema: DeleteOptions, required: false }
  return undefined
}

const ok = { 200: 'OK' }
const written = { 200: 'OK', 201: 'Created' }
const codes: Partial<Record<RouteVerb, Readonly<Record<number, string>>>> = {
  POST: { ...written, 202: 'Accepted' },
  PUT: written,
  PATCH: written,
  DELETE: { 200: 'OK', 202: 'Accepted' },
}

function responsesOf(route: Route): Operation['responses'] {
  const schema = producedBy(route)
  const entries = Object.entries(codes[route.verb] ?? ok)
  return new Map(entries.map(([code, description]) => [Number(code), { description, schema }]))
}

function producedBy({ verb, scope }: Route): SchemaTarget {
  if (verb === 'CONNECT') return 'string'
  // A stream is not an object.
  if (verb === 'GET' && scope.storage.getWithOptions !== undefined) return 'string'
  if (verb === 'WATCH' || verb === 'WATCHLIST') return WatchEvent
  if (verb === 'LIST') return listTarget(scope)
  if (verb === 'DELETECOLLECTION') return Status
  if (verb === 'DELETE') return scope.storage.deleteReturnsObject === true ? scope.versionedType : Status
  return scope.versionedType
}

function listTarget(scope: ResourceScope): SchemaTarget {
  const { versionedType } = scope
  const { name } = versionedType.descriptor
  const { kind } = versionedType.listClass?.groupVersionKind ?? { kind: `${scope.kind.kind}List` }
  return listClassOf(scope, versionedType) ?? `${name.slice(0, name.lastIndexOf('.'))}.${kind}`
}
