import type { IdentifiedRequest } from './http.js'
import type { RequestInfo } from './request-info.js'

/** Detects long-running requests: they have no deadline and do not count as in flight. */
export type LongRunningCheck = (request: IdentifiedRequest, info: RequestInfo) => boolean

/**
 * Requests that last by their verb, by their subresource, or because they profile.
 *
 * Source: `BasicLongRunningRequestCheck` of k8s.io/apiserver/pkg/server/filters, with the sets of kube-apiserver.
 */
export function longRunningCheck(
  verbs: ReadonlySet<string> = new Set(['watch', 'proxy']),
  subresources: ReadonlySet<string> = new Set(['attach', 'exec', 'proxy', 'log', 'portforward']),
): LongRunningCheck {
  return (_request, info) =>
    verbs.has(info.verb) ||
    (info.isResourceRequest && subresources.has(info.subresource)) ||
    (!info.isResourceRequest && info.path.startsWith('/debug/pprof/'))
}
