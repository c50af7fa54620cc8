import { parseSelector } from 'apimachinery/fields'
import { parse as parseLabelSelector } from 'apimachinery/labels'
import { pathSegments } from './path-segments.js'
import type { RequestInfo } from './request-info.js'

/** The parts of a request that the resolver reads. */
export interface RequestLine {
  readonly method: string
  /** Path and query as they came, for messages. */
  readonly url: string
  /** Decoded. */
  readonly path: string
  readonly query: URLSearchParams
}

/** Prefixes of paths that name resources. */
export interface RequestInfoPrefixes {
  /** `api` and `apis`, unless a server has others. */
  readonly api: ReadonlySet<string>
  /** Those of `api` whose paths have no group: `api`. */
  readonly groupless: ReadonlySet<string>
}

const specialVerbs = new Set(['proxy', 'watch'])
const specialVerbsNoSubresources = new Set(['proxy'])
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

export const defaultPrefixes: RequestInfoPrefixes = { api: new Set(['api', 'apis']), groupless: new Set(['api']) }

/**
 * Says what a request is about from its method, path and query. Throws where a path such as `/api/v1/watch` ends too soon.
 *
 * Source: `RequestInfoFactory.NewRequestInfo` of k8s.io/apiserver/pkg/endpoints/request.
 */
export function resolveRequestInfo(line: RequestLine, prefixes: RequestInfoPrefixes = defaultPrefixes): RequestInfo {
  const segments = pathSegments(line.path)
  const start = resourceStart(segments, prefixes)
  if (start === undefined) return nonResource(line, apiPrefixOf(segments, prefixes))
  const [apiPrefix = '', second = '', third = ''] = segments
  const grouped = !prefixes.groupless.has(apiPrefix)
  const base = { apiPrefix, apiGroup: grouped ? second : '', apiVersion: grouped ? third : second }
  return resourceRequest(line, base, segments.slice(start))
}

/** The index of the first segment after the version; `undefined` for paths that name no resource. */
function resourceStart(segments: readonly string[], prefixes: RequestInfoPrefixes): number | undefined {
  const [prefix] = segments
  if (segments.length < 3 || prefix === undefined || !prefixes.api.has(prefix)) return undefined
  if (prefixes.groupless.has(prefix)) return 2
  return segments.length < 4 ? undefined : 3
}

/** Paths of three segments below a prefix name no resource, and still have the prefix. */
function apiPrefixOf([prefix = '', ...rest]: readonly string[], prefixes: RequestInfoPrefixes): string {
  return rest.length >= 2 && prefixes.api.has(prefix) ? prefix : ''
}

function nonResource({ method, path }: RequestLine, apiPrefix: string): RequestInfo {
  return {
    isResourceRequest: false,
    path,
    verb: method.toLowerCase(),
    apiPrefix,
    apiGroup: '',
    apiVersion: '',
    namespace: '',
    resource: '',
    subresource: '',
    name: '',
    parts: [],
  }
}

function resourceRequest(
  line: RequestLine,
  base: Pick<RequestInfo, 'apiPrefix' | 'apiGroup' | 'apiVersion'>,
  segments: readonly string[],
): RequestInfo {
  let rest = segments
  let verb = verbOfMethod[line.method] ?? ''
  const verbInPath = specialVerbs.has(rest[0] as string)
  if (verbInPath) {
    if (rest.length < 2) throw new Error(`unable to determine kind and namespace from url, ${line.url}`)
    verb = rest[0] as string
    rest = rest.slice(1)
  }
  let namespace = ''
  if (rest[0] === 'namespaces' && rest.length > 1) {
    namespace = rest[1] as string
    if (rest.length > 2 && !namespaceSubresources.has(rest[2] as string)) rest = rest.slice(2)
  }
  const subresource = rest.length >= 3 && !specialVerbsNoSubresources.has(verb) ? (rest[2] as string) : ''
  let name = rest[1] ?? ''
  if (name === '' && verb === 'get') {
    verb = isWatch(line.query) ? 'watch' : 'list'
    name = selectedName(line.query)
  }
  if (name === '' && verb === 'delete') verb = 'deletecollection'
  const selectors = !verbInPath && verbsWithSelectors.has(verb) ? selectorsOf(line.query) : {}
  return {
    isResourceRequest: true,
    path: line.path,
    verb,
    ...base,
    namespace,
    resource: rest[0] ?? '',
    subresource,
    name,
    parts: rest,
    ...selectors,
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

function selectorsOf(query: URLSearchParams): Partial<Pick<RequestInfo, 'fieldSelector' | 'labelSelector'>> {
  const fieldSelector = query.get('fieldSelector')
  const labelSelector = query.get('labelSelector')
  return {
    ...(fieldSelector === null || fieldSelector === '' ? {} : { fieldSelector }),
    ...(labelSelector === null || labelSelector === '' ? {} : { labelSelector }),
  }
}
