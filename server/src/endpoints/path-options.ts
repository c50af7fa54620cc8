import type { KindClass, KubernetesObject } from 'apimachinery/runtime'
import type { AuthorizedRequest } from '../request/http.js'
import { orBadRequest } from './or-bad-request.js'
import type { ResourceScope } from './resource-scope.js'

/** Options of a subresource, of which one may be what follows in the path. */
export interface PathOptions {
  readonly options: KindClass
  readonly pathOption?: string | undefined
}

/** Options from the query and the path. @throws StatusError 400 */
export function decodePathOptions(
  scope: ResourceScope,
  request: AuthorizedRequest,
  { options, pathOption }: PathOptions,
): KubernetesObject {
  const query = pathOption === undefined ? request.query : new URLSearchParams(request.query)
  if (pathOption !== undefined) query.set(pathOption, restOfPath(request, scope.subresource !== ''))
  const { parameterCodec } = scope
  return orBadRequest(() => parameterCodec.decodeParameters(query, options.groupVersionKind.groupVersion(), options))
}

/**
 * The rest of the path after the name or the subresource: with a leading slash, and with the trailing slash of the request.
 */
export function restOfPath(request: AuthorizedRequest, isSubresource: boolean): string {
  const info = request.info
  const parts = info.parts.slice(isSubresource ? 3 : 2).join('/')
  const path = parts === '' || parts.startsWith('/') ? parts : `/${parts}`
  return info.path.endsWith('/') && !path.endsWith('/') ? `${path}/` : path
}
