import { isJSONObject, type JSONObject } from '../../../src/json/json-value.js'
import type { ResourceFacts } from '../../ir/resource-facts.js'

/** A group, version and kind as documents write them. */
export interface DocumentGVK {
  readonly group: string
  readonly version: string
  readonly kind: string
}

/** `x-kubernetes-group-version-kind` of a model or operation: all that are well-formed. */
export function groupVersionKinds(value: unknown): DocumentGVK[] {
  const items = Array.isArray(value) ? value : [value]
  return items.flatMap((item) => {
    if (!isJSONObject(item)) return []
    const { group, version, kind } = item
    return typeof group === 'string' && typeof version === 'string' && typeof kind === 'string'
      ? [{ group, version, kind }]
      : []
  })
}

/** One key for a group, version and kind. */
export function gvkKey({ group, version, kind }: DocumentGVK): string {
  return `${group}/${version}/${kind}`
}

const pathPattern =
  /^\/(?:api|apis\/([^/]+))\/([^/]+)\/(?:(namespaces\/\{namespace\})\/)?([^/{}]+)(\/\{name\})?(?:\/([^{}]+))?\/?$/

/** Kubernetes' action of an operation → method of a client. */
const calls: Readonly<Record<string, string>> = {
  post: 'create',
  put: 'update',
  get: 'get',
  list: 'list',
  patch: 'patch',
  delete: 'delete',
  deletecollection: 'deleteCollection',
  watch: 'watch',
  watchlist: 'watch',
}
const all = ['create', 'update', 'delete', 'deleteCollection', 'get', 'list', 'watch', 'patch']

interface Found {
  gvk: DocumentGVK | undefined
  namespaced: boolean
  plural: string
  subresources: Set<string>
  calls: Set<string>
}

/** How kinds are served, from the paths of a document: by {@link gvkKey}. */
export function resourcesOf(paths: JSONObject): Map<string, ResourceFacts> {
  const byPlural = new Map<string, Found>()
  for (const [path, item] of Object.entries(paths)) {
    const match = pathPattern.exec(path)
    if (match === null || !isJSONObject(item) || path.includes('/watch/')) continue
    const [, group = '', version = '', namespace, plural = '', , subresource] = match
    const key = `${group}/${version}/${plural}`
    const found = byPlural.get(key) ?? {
      gvk: undefined,
      namespaced: false,
      plural,
      subresources: new Set(),
      calls: new Set(),
    }
    byPlural.set(key, found)
    if (namespace !== undefined) found.namespaced = true
    if (subresource === undefined) addOperations(found, item)
    else found.subresources.add(subresource)
  }
  const facts = [...byPlural.values()].flatMap((found) =>
    found.gvk === undefined ? [] : [[gvkKey(found.gvk), factsOf(found, found.gvk.kind)] as const],
  )
  return new Map(facts)
}

function addOperations(found: Found, item: JSONObject): void {
  for (const operation of Object.values(item)) {
    if (!isJSONObject(operation)) continue
    const action = String(operation['x-kubernetes-action'] ?? '')
    if (!Object.hasOwn(calls, action)) continue
    found.calls.add(calls[action] ?? '')
    // Listing has the kind of the items, and a few resources are created by another kind.
    if (action === 'get' || action === 'list' || found.gvk === undefined) {
      found.gvk = groupVersionKinds(operation['x-kubernetes-group-version-kind'])[0] ?? found.gvk
    }
  }
}

function factsOf({ namespaced, plural, subresources, calls: found }: Found, kind: string): ResourceFacts {
  const facts: ResourceFacts = { plural, singular: kind.toLowerCase(), scope: namespaced ? 'Namespaced' : 'Cluster' }
  if (subresources.size > 0) facts.subresources = [...subresources].sort()
  // Documents leave out watch where a list takes `watch=true`.
  if (found.has('list')) found.add('watch')
  if (!all.every((each) => found.has(each))) {
    const verbs = all.filter((each) => found.has(each))
    const more = found.has('patch') ? ['apply'] : []
    const status = subresources.has('status') ? ['updateStatus', 'applyStatus'] : []
    facts.client = { onlyVerbs: [...verbs, ...more, ...status] }
  }
  return facts
}
