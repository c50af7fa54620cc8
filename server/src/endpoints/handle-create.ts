import { ensureNamespaceOfRequest, wipeSystemMetadata } from 'apimachinery/api/strategies'
import { newBadRequest } from 'apimachinery/errors'
import { validateCreateOptions } from 'apimachinery/meta'
import { CreateOptions, Status } from 'apimachinery/meta/v1'
import type { KubernetesObject } from 'apimachinery/runtime'
import { type Encodable, encodable, statusResult } from '../registry/encodable.js'
import { readMetadata } from '../registry/read-metadata.js'
import type { Exchange } from '../request/http.js'
import { admitMutating, admitValidating, dedupWithWarning } from './admit.js'
import { decodeObject, inputFormat } from './decode-object.js'
import { decodeParameters, refuseInvalidOptions } from './decode-parameters.js'
import { fieldManagerName } from './field-manager-name.js'
import { fieldValidationOf } from './field-validation.js'
import { settled } from './object-conversion.js'
import { readBody } from './read-body.js'
import { contextOf, type EndpointContext } from './request-context-of.js'
import type { ResourceScope } from './resource-scope.js'
import { writeObject } from './write-object.js'

/** Creates an object: in a collection, or below a name if the storage requires one. */
export async function handleCreate(scope: ResourceScope, exchange: Exchange): Promise<void> {
  const { request } = exchange
  const info = request.info
  if (info.name === '' && scope.storage.createNamed !== undefined) throw newBadRequest('name must be provided')
  const format = scope.formats.of(request)
  const input = inputFormat(scope, request)
  const bytes = await readBody(request, scope.maxRequestBodyBytes)
  const options = decodeParameters(scope, request.query, CreateOptions)
  refuseInvalidOptions('CreateOptions', validateCreateOptions(options))
  const validation = fieldValidationOf(options)
  const { object } = await decodeObject(scope, request, { info: input, bytes, validation })
  const name = info.name || (readMetadata(object).name ?? '')
  const context = contextOf(scope, request, namespaceFor(scope, info.namespace, name))
  request.audit.requestObject(() => scope.conversion.toVersion(object))
  if (scope.storage.preservesSystemMetadata !== true || scope.subresource === '') wipeSystemMetadata(object)
  ensureNamespaceOfRequest(object, isNamespaces(scope) ? '' : context.namespace)
  dedupWithWarning(context, object, false)
  const managed = await withManager(scope, object, fieldManagerName(options, request))
  const result = await create(scope, context, { object: managed, name, options })
  await writeObject(scope, exchange, { code: 201, format, result: withCode(result) })
}

/** A Status as the result of a creation gets the code of the response. */
function withCode(result: Encodable): Encodable {
  const status = statusResult(result)
  return status !== undefined && !status.code ? encodable(new Status({ ...status, code: 201 })) : result
}

/** A namespace is created in the namespace that it is. */
function namespaceFor(scope: ResourceScope, namespace: string, name: string): string {
  return namespace === '' && isNamespaces(scope) ? name : namespace
}

function isNamespaces({ resource }: ResourceScope): boolean {
  return resource.group === '' && resource.resource === 'namespaces'
}

async function withManager(scope: ResourceScope, object: KubernetesObject, manager: string): Promise<KubernetesObject> {
  const { fieldManager, hubType } = scope
  if (fieldManager === undefined) return object
  return settled(scope, (onError) => fieldManager.updateNoErrors(new hubType(), object, { manager, onError }))
}

interface Creation {
  readonly object: KubernetesObject
  readonly name: string
  readonly options: CreateOptions
}

async function create(
  scope: ResourceScope,
  context: EndpointContext,
  { object, name, options }: Creation,
): Promise<Encodable> {
  const admitted = await admitMutating(scope, context, { operation: 'CREATE', name, object, options })
  dedupWithWarning(context, admitted, true)
  const validate = (created: KubernetesObject) =>
    admitValidating(scope, context, { operation: 'CREATE', name, object: created, options })
  const { storage } = scope
  if (storage.createNamed !== undefined) return storage.createNamed(context, admitted, { name, options, validate })
  return (storage as Required<typeof storage>).create(context, admitted, { options, validate })
}
