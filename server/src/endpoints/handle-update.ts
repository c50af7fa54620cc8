import { ensureNamespaceOfRequest } from 'apimachinery/api/strategies'
import { deepCopy } from 'apimachinery/descriptor'
import { newInternalError } from 'apimachinery/errors'
import { validateUpdateOptions } from 'apimachinery/meta'
import { CreateOptions, UpdateOptions } from 'apimachinery/meta/v1'
import type { KubernetesObject } from 'apimachinery/runtime'
import type { AuthorizationResult } from '../authorization/authorizer.js'
import { forbiddenError } from '../authorization/forbidden-error.js'
import type { Encodable } from '../registry/encodable.js'
import { readMetadata } from '../registry/read-metadata.js'
import type { ResourceStorage, UpdateRequest, UpdateResponse } from '../registry/resource-storage.js'
import type { Exchange } from '../request/http.js'
import { admitMutating, admitValidating, dedupWithWarning } from './admit.js'
import { checkName } from './check-name.js'
import { decodeObject, inputFormat } from './decode-object.js'
import { decodeParameters, refuseInvalidOptions } from './decode-parameters.js'
import { fieldManagerName } from './field-manager-name.js'
import { fieldValidationOf } from './field-validation.js'
import { requiredName } from './handle-get.js'
import { settled } from './object-conversion.js'
import { readBody } from './read-body.js'
import { contextOf, type EndpointContext } from './request-context-of.js'
import type { ResourceScope } from './resource-scope.js'
import { writeObject } from './write-object.js'

/** Replaces an object, and creates it where its storage allows that. */
export async function handleUpdate(scope: ResourceScope, exchange: Exchange): Promise<void> {
  const { request } = exchange
  const name = requiredName(request)
  const context = contextOf(scope, request)
  const format = scope.formats.of(request)
  const bytes = await readBody(request, scope.maxRequestBodyBytes)
  const options = decodeParameters(scope, request.query, UpdateOptions)
  refuseInvalidOptions('UpdateOptions', validateUpdateOptions(options))
  const input = inputFormat(scope, request)
  const validation = fieldValidationOf(options)
  const { object } = await decodeObject(scope, request, { info: input, bytes, validation })
  request.audit.requestObject(() => scope.conversion.toVersion(object))
  const isNamespaces = scope.resource.group === '' && scope.resource.resource === 'namespaces'
  ensureNamespaceOfRequest(object, isNamespaces ? '' : context.namespace)
  checkName(object, name, context.namespace)
  dedupWithWarning(context, object, false)
  const manager = fieldManagerName(options, request)
  const updatedObject = async (current: Encodable | undefined): Promise<KubernetesObject> => {
    // The registry changes the object; another attempt needs the original.
    const pristine = deepCopy(object)
    return transformed(scope, context, { object: pristine, current, name, options, manager })
  }
  const update = { name, options, updatedObject, uid: readMetadata(object).uid }
  const { result, created } = await runUpdate(scope, context, update)
  await writeObject(scope, exchange, { code: created ? 201 : 200, format, result })
}

interface Transformation {
  readonly object: KubernetesObject
  readonly current: Encodable | undefined
  readonly name: string
  readonly options: UpdateOptions
  readonly manager: string
}

async function transformed(
  scope: ResourceScope,
  context: EndpointContext,
  { object, current, name, options, manager }: Transformation,
): Promise<KubernetesObject> {
  const { fieldManager, hubType } = scope
  const live = current?.object ?? new hubType()
  const managed =
    fieldManager === undefined
      ? object
      : await settled(scope, (onError) => fieldManager.updateNoErrors(live, object, { manager, onError }))
  const admitted = await admitChange(scope, context, { object: managed, current, name, options })
  dedupWithWarning(context, admitted, true)
  return admitted
}

interface Change {
  readonly object: KubernetesObject
  readonly current: Encodable | undefined
  readonly name: string
  readonly options: UpdateOptions
}

/** Mutating admission of an update, or of the creation that it turned out to be. */
export function admitChange(
  scope: ResourceScope,
  context: EndpointContext,
  { object, current, name, options }: Change,
): Promise<KubernetesObject> {
  if (current === undefined) {
    return admitMutating(scope, context, { operation: 'CREATE', name, object, options: createOptionsOf(options) })
  }
  return admitMutating(scope, context, { operation: 'UPDATE', name, object, oldObject: current.object, options })
}

/** An update with its validating admission. */
export function runUpdate(
  scope: ResourceScope,
  context: EndpointContext,
  {
    name,
    options,
    ...update
  }: Pick<UpdateRequest, 'options' | 'updatedObject' | 'uid' | 'forceAllowCreate'> & { readonly name: string },
): Promise<UpdateResponse> {
  const authorize = createAuthorization(scope, context, name)
  const { update: run } = scope.storage as Required<ResourceStorage>
  return run.call(scope.storage, context, name, {
    ...update,
    options,
    validateCreate: async (object) => {
      await authorize()
      await admitValidating(scope, context, { operation: 'CREATE', name, object, options: createOptionsOf(options) })
    },
    validateUpdate: (object, oldObject) =>
      admitValidating(scope, context, { operation: 'UPDATE', name, object, oldObject, options }),
  })
}

function createOptionsOf({ dryRun, fieldManager, fieldValidation }: UpdateOptions): CreateOptions {
  return new CreateOptions({ dryRun, fieldManager, fieldValidation })
}

/**
 * Checks whether the user of an update may create, once for all attempts of the request.
 *
 * Source: `withAuthorization` of k8s.io/apiserver/pkg/endpoints/handlers.
 */
function createAuthorization(
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
