import type { ServerRequest } from '../request/http.js'

/** Which requests are meant; what is left out matches all. Lists match any of their members. */
export interface RequestMatch {
  /** As in RBAC: `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`. */
  readonly verb?: string | readonly string[]
  /** `pods`, or with a group `deployments.apps`, or with a sub-resource `pods/status`. A plain name matches any group, and no sub-resource. */
  readonly resource?: string | readonly string[]
  readonly namespace?: string
  readonly name?: string
  /** Name of the user. */
  readonly user?: string
  /** Anything else. */
  readonly when?: (request: ServerRequest) => boolean
}

/** Whether a request is meant. */
export function matchesRequest(match: RequestMatch, request: ServerRequest): boolean {
  const { info, user } = request
  const { verb, resource, namespace, name } = match
  if (verb !== undefined && !toList(verb).includes(info?.verb ?? '')) return false
  if (resource !== undefined && !toList(resource).some((each) => isResource(each, request))) return false
  if (namespace !== undefined && info?.namespace !== namespace) return false
  if (name !== undefined && info?.name !== name) return false
  if (match.user !== undefined && user?.name !== match.user) return false
  return match.when?.(request) ?? true
}

function isResource(wanted: string, { info }: ServerRequest): boolean {
  if (!info?.isResourceRequest) return false
  const [full = '', subresource = ''] = wanted.split('/')
  const dot = full.indexOf('.')
  const plural = dot < 0 ? full : full.slice(0, dot)
  if (plural !== info.resource || subresource !== info.subresource) return false
  return dot < 0 || full.slice(dot + 1) === info.apiGroup
}

function toList(value: string | readonly string[]): readonly string[] {
  return typeof value === 'string' ? [value] : value
}
