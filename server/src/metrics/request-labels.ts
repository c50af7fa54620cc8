import type { ServerRequest } from '../request/http.js'
import type { RequestInfo } from '../request/request-info.js'

const validVerbs = new Set([
  'APPLY',
  'CONNECT',
  'CREATE',
  'DELETE',
  'DELETECOLLECTION',
  'GET',
  'LIST',
  'PATCH',
  'POST',
  'PROXY',
  'PUT',
  'UPDATE',
  'WATCH',
  'WATCHLIST',
])
const connectSubresources = new Set(['log', 'exec', 'portforward', 'attach', 'proxy'])

/** `resource`, `namespace`, `cluster`, or empty for other paths. Source: `CleanScope` of k8s.io/apiserver/pkg/endpoints/metrics. */
export function scopeOf({ name, verb, namespace, isResourceRequest }: RequestInfo): string {
  if (name !== '' || verb === 'create') return 'resource'
  if (namespace !== '') return 'namespace'
  return isResourceRequest ? 'cluster' : ''
}

/** The verb in metrics; `other` for methods that a client made up. Source: `cleanVerb`. */
export function verbOf(request: Pick<ServerRequest, 'method' | 'headers'>, info: RequestInfo, scope: string): string {
  if (info.isResourceRequest && connectSubresources.has(info.subresource)) return 'CONNECT'
  const { method } = request
  if (info.verb === 'watch') return 'WATCH'
  if (method === 'GET' || method === 'HEAD') return canonicalVerb(method, scope)
  if (method === 'PATCH' && request.headers['content-type'] === 'application/apply-patch+yaml') return 'APPLY'
  return validVerbs.has(method) ? method : 'other'
}

/**
 * The verb in the log: as in metrics, with methods that a client made up; `info` is absent for requests that failed before it was
 * found. Source: `NormalizedVerb`.
 */
export function loggedVerbOf(
  { method, query, headers }: Pick<ServerRequest, 'method' | 'query' | 'headers'>,
  info: RequestInfo | undefined,
): string {
  if (info?.isResourceRequest && connectSubresources.has(info.subresource)) return 'CONNECT'
  const upper = method.toUpperCase()
  const watch = query.get('watch')?.toLowerCase() ?? 'false'
  const mayWatch = upper === 'GET' || upper === 'LIST'
  if (mayWatch && watch !== '0' && watch !== 'false') return 'WATCH'
  const verb = info === undefined ? method : canonicalVerb(upper, scopeOf(info))
  if (verb === 'WATCHLIST') return 'WATCH'
  return verb === 'PATCH' && headers['content-type'] === 'application/apply-patch+yaml' ? 'APPLY' : verb
}

function canonicalVerb(method: string, scope: string): string {
  if (method !== 'GET' && method !== 'HEAD') return method
  return scope !== 'resource' && scope !== '' ? 'LIST' : 'GET'
}

/** The label `dry_run`. Source: `cleanDryRun`. */
export function dryRunOf({ url, query }: Pick<ServerRequest, 'url' | 'query'>): string {
  if (!url.includes('dryRun')) return ''
  const values = [...new Set(query.getAll('dryRun'))]
  return values.every((value) => value === 'All') ? values.join(',') : 'invalid'
}

const fieldValidations = new Set(['', 'Ignore', 'Warn', 'Strict'])

/** The label `field_validation`. Source: `cleanFieldValidation`. */
export function fieldValidationOf({ url, query }: Pick<ServerRequest, 'url' | 'query'>): string {
  if (!url.includes('fieldValidation')) return ''
  const [value = '', ...more] = query.getAll('fieldValidation')
  return more.length === 0 && fieldValidations.has(value) ? value : 'invalid'
}
