import { parseSelector } from 'apimachinery/fields'
import { parse as parseLabelSelector } from 'apimachinery/labels'
import type { RequestInfo } from './request-info.js'
import { type RequestPlace, requestPlace } from './request-place.js'

/** The parts of a request that the resolver reads. */
export interface RequestLine {
  readonly method: string
  /** Path and query as they came, for messages. */
  readonly url: string
  /** Decoded. */
  readonly path: string
  readonly query: URLSearchParams
}

const specialVerbs = new Set(['proxy', 'watch'])
const namespaceSubresources = new Set(['status', 'finalize'])
const verbsWithSelectors = new Set(['list', 'watch', 'deletecollection'])
const verbOfMethod: Readonly<Record<string, string>> = {
  POST: 'create',
  GET: 'get',
  HEAD: 'get',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
}

/**
 * Says what a request is about from its method, place and query. Throws where a path such as `/api/v1/watch` ends too soon.
 *
 * Source: `RequestInfoFactory.NewRequestInfo` of k8s.io/apiserver/pkg/endpoints/request.
 */
export function resolveRequestInfo(line: RequestLine, place: RequestPlace = requestPlace(line.path)): RequestInfo {
  const { segments, start } = place
  return start > 0 && segments.length > start ? resourceRequest(line, place) : nonResource(line, place)
}

/** Paths of three segments below a prefix name no resource, and still have the prefix. */
function nonResource({ method, path }: RequestLine, { prefix, segments }: RequestPlace): RequestInfo {
  return {
    isResourceRequest: false,
    path,
    verb: method.toLowerCase(),
    apiPrefix: segments.length >= 3 ? prefix : '',
    apiGroup: '',
    apiVersion: '',
    namespace: '',
    resource: '',
    subresource: '',
    name: '',
    parts: [],
  }
}

function resourceRequest(line: RequestLine, { prefix, group, version, segments, start }: RequestPlace): RequestInfo {
  let at = start
  let verb = verbOfMethod[line.method] ?? ''
  const verbInPath = specialVerbs.has(segments[at]!)
  if (verbInPath) {
    verb = segments[at++]!
    if (at === segments.length) throw new Error(`unable to determine kind and namespace from url, ${line.url}`)
  }
  let namespace = ''
  if (segments[at] === 'namespaces' && at + 1 < segments.length) {
    namespace = segments[at + 1]!
    if (at + 2 < segments.length && !namespaceSubresources.has(segments[at + 2]!)) at += 2
  }
  const parts = segments.slice(at)
  const [resource = '', inPath = '', subresource = ''] = parts
  let name = inPath
  if (name === '' && verb === 'get') {
    verb = isWatch(line.query) ? 'watch' : 'list'
    name = selectedName(line.query)
  }
  if (name === '' && verb === 'delete') verb = 'deletecollection'
  const hasSelectors = !verbInPath && verbsWithSelectors.has(verb)
  return {
    isResourceRequest: true,
    path: line.path,
    verb,
    apiPrefix: prefix,
    apiGroup: group,
    apiVersion: version,
    namespace,
    resource,
    subresource: verb === 'proxy' ? '' : subresource,
    name,
    parts,
    fieldSelector: hasSelectors ? selectorOf(line.query, 'fieldSelector') : undefined,
    labelSelector: hasSelectors ? selectorOf(line.query, 'labelSelector') : undefined,
  }
}

/** Go's reading of a flag in a query: everything but `false` and `0` sets it. */
function isWatch(query: URLSearchParams): boolean {
  const value = query.get('watch')
  return value !== null && value.toLowerCase() !== 'false' && value !== '0'
}

/**
 * Characters of selectors in which a name is looked for. Whoever asks is not known yet; a longer selector is read by those who
 * may list.
 */
const mostForName = 65_536

/** The name in a field selector, if it selects exactly one that is valid in a path, and nothing else in the query is malformed. */
function selectedName(query: URLSearchParams): string {
  const text = query.get('fieldSelector')
  if (text === null || !text.includes('metadata.name')) return ''
  if (text.length + (query.get('labelSelector')?.length ?? 0) > mostForName) return ''
  if (['limit', 'timeoutSeconds'].some((option) => !/^([+-]?\d+)?$/.test(query.get(option) ?? ''))) return ''
  let name: string | undefined
  try {
    parseLabelSelector(query.get('labelSelector') ?? '')
    name = parseSelector(text).requiresExactMatch('metadata.name')
  } catch {
    return ''
  }
  return name === undefined || name === '.' || name === '..' || /[/%]/.test(name) ? '' : name
}

function selectorOf(query: URLSearchParams, option: 'fieldSelector' | 'labelSelector'): string | undefined {
  return query.get(option) || undefined
}
