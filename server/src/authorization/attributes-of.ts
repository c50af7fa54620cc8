import type { RequestUser } from '../request/context.js'
import type { RequestInfo } from '../request/request-info.js'
import type { AuthorizationAttributes } from './authorizer.js'
import { fieldRequirements, labelRequirements } from './selector-attributes.js'

/**
 * The authorization attributes of a request. Source: `GetAuthorizerAttributes` of k8s.io/apiserver/pkg/endpoints/filters.
 */
export function authorizationAttributes(user: RequestUser, info: RequestInfo): AuthorizationAttributes {
  const fieldSelector = fieldRequirements(info.fieldSelector)
  const labelSelector = labelRequirements(info.labelSelector)
  return {
    user,
    verb: info.verb,
    namespace: info.namespace,
    apiGroup: info.apiGroup,
    apiVersion: info.apiVersion,
    resource: info.resource,
    subresource: info.subresource,
    name: info.name,
    isResourceRequest: info.isResourceRequest,
    path: info.path,
    ...(fieldSelector === undefined ? {} : { fieldSelector }),
    ...(labelSelector === undefined ? {} : { labelSelector }),
  }
}
