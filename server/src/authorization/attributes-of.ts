import type { RequestUser } from '../request/context.js'
import type { RequestInfo } from '../request/request-info.js'
import type { AuthorizationAttributes } from './authorizer.js'
import { fieldRequirements, labelRequirements } from './selector-attributes.js'

/**
 * The authorization attributes of a request. Its selectors are read when an authorizer asks for them: anybody may send a
 * long one. Source: `GetAuthorizerAttributes` of k8s.io/apiserver/pkg/endpoints/filters.
 */
export function authorizationAttributes(user: RequestUser, info: RequestInfo): AuthorizationAttributes {
  const attributes: AuthorizationAttributes = {
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
  }
  if (info.fieldSelector !== undefined)
    readLater(attributes, 'fieldSelector', () => fieldRequirements(info.fieldSelector))
  if (info.labelSelector !== undefined)
    readLater(attributes, 'labelSelector', () => labelRequirements(info.labelSelector))
  return attributes
}

/** The same attributes with others in place of some; no selector is read. */
export function changedAttributes(
  attributes: AuthorizationAttributes,
  changes: Partial<AuthorizationAttributes>,
): AuthorizationAttributes {
  const properties = { ...Object.getOwnPropertyDescriptors(attributes), ...Object.getOwnPropertyDescriptors(changes) }
  return Object.defineProperties({}, properties) as AuthorizationAttributes
}

/** Makes a property whose value is found when it is read first. */
function readLater(attributes: object, name: keyof AuthorizationAttributes, read: () => unknown): void {
  let found: { readonly value: unknown } | undefined
  const get = (): unknown => {
    found ??= { value: read() }
    return found.value
  }
  Object.defineProperty(attributes, name, { get, enumerable: true, configurable: true })
}
