import { newInternalError } from 'apimachinery/errors'
import type { AuthorizationResult } from '../authorization/authorizer.js'
import { forbiddenError } from '../authorization/forbidden-error.js'
import type { EndpointContext } from './request-context-of.js'
import type { ResourceScope } from './resource-scope.js'

/**
 * Checks whether the user of an update may create, once for all attempts of the request.
 *
 * Source: `withAuthorization` of k8s.io/apiserver/pkg/endpoints/handlers.
 */
export function createAuthorization(
  { authorizer, resource, subresource }: ResourceScope,
  context: EndpointContext,
  name: string,
): () => Promise<void> {
  let asked: Promise<AuthorizationResult> | undefined
  return async () => {
    if (authorizer === undefined) {
      throw newInternalError(new Error('no authorizer provided, unable to authorize a create on update'))
    }
    const attributes = {
      user: context.user,
      verb: 'create',
      namespace: context.namespace,
      apiGroup: resource.group,
      apiVersion: resource.version,
      resource: resource.resource,
      subresource,
      name,
      isResourceRequest: true,
      path: context.info.path,
    }
    asked ??= authorizer.authorize(attributes, context)
    const { decision, reason, error } = await asked
    if (decision === 'allow') return
    throw error === undefined ? forbiddenError(attributes, reason) : newInternalError(error)
  }
}
