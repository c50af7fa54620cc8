import { newForbidden, type StatusError } from 'apimachinery/errors'
import { withoutMarkup } from '../request/write-error.js'
import type { AuthorizationAttributes } from './authorizer.js'

/** The `Status` of a request that is not allowed. */
export function forbiddenError(attributes: AuthorizationAttributes, reason: string): StatusError {
  const { apiGroup: group, resource, name } = attributes
  const message = withoutMarkup(forbiddenMessage(attributes))
  return newForbidden({ group, resource }, name, new Error(reason === '' ? message : `${message}: ${reason}`))
}

function forbiddenMessage(attributes: AuthorizationAttributes): string {
  const { user, verb, path, namespace } = attributes
  const who = `User ${JSON.stringify(user.name)}`
  if (!attributes.isResourceRequest) return `${who} cannot ${verb} path ${JSON.stringify(path)}`
  const resource =
    attributes.subresource === '' ? attributes.resource : `${attributes.resource}/${attributes.subresource}`
  const what = `resource ${JSON.stringify(resource)} in API group ${JSON.stringify(attributes.apiGroup)}`
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace ${JSON.stringify(namespace)}`
  return `${who} cannot ${verb} ${what} ${where}`
}
