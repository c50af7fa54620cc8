import { ensureNamespaceOfRequest } from 'apimachinery/api/strategies'
import { newConflict } from 'apimachinery/errors'
import { validatePatchOptions } from 'apimachinery/meta'
import { PatchOptions, UpdateOptions } from 'apimachinery/meta/v1'
import type { KubernetesObject } from 'apimachinery/runtime'
import { UnsupportedMediaTypeError } from 'apimachinery/runtime/serializer'
import type { Encodable } from '../registry/encodable.js'
import { readMetadata } from '../registry/read-metadata.js'
import type { AuthorizedRequest, Exchange } from '../request/http.js'
import { dedupWithWarning } from './admit.js'
import { applyPatcher } from './apply-patcher.js'
import { checkName } from './check-name.js'
import { checkedPatch } from './checked-patch.js'
import { decodeParameters, refuseInvalidOptions } from './decode-parameters.js'
import { requiredName } from './handle-get.js'
import { admitChange, runUpdate } from './handle-update.js'
import { jsonPatcher } from './json-patcher.js'
import { headerText } from './output-format.js'
import type { PatchMediaType } from './patch-media-type.js'
import type { Patcher, PatchRequest } from './patcher.js'
import { readBody } from './read-body.js'
import { contextOf } from './request-context-of.js'
import type { ResourceScope } from './resource-scope.js'
import { strategicPatcher } from './strategic-patcher.js'
import { writeObject } from './write-object.js'

const patchers: Readonly<Record<PatchMediaType, Patcher>> = {
  'application/json-patch+json': jsonPatcher('json'),
  'application/merge-patch+json': jsonPatcher('merge'),
  'application/strategic-merge-patch+json': strategicPatcher,
  'application/apply-patch+yaml': applyPatcher('yaml'),
  'application/apply-patch+cbor': applyPatcher('cbor'),
}

/** Changes parts of an object. `mediaTypes`: those that the resource takes. */
export async function handlePatch(
  scope: ResourceScope,
  exchange: Exchange,
  { mediaTypes }: { readonly mediaTypes: readonly PatchMediaType[] },
): Promise<void> {
  const { request } = exchange
  const mediaType = patchTypeOf(request, mediaTypes)
  const name = requiredName(request)
  const context = contextOf(scope, request)
  const format = scope.formats.of(request)
  const bytes = await readBody(request, scope.maxRequestBodyBytes)
  const options = decodeParameters(scope, request.query, PatchOptions)
  refuseInvalidOptions('PatchOptions', validatePatchOptions(options, mediaType))
  request.audit.requestPatch(scope.release.minor >= 37 ? checkedPatch(bytes, mediaType) : bytes)
  const patch: PatchRequest = { scope, request, bytes, options, name }
  const applies = mediaType.startsWith('application/apply-patch')
  const updateOptions = updateOptionsOf(options)
  const updatedObject = async (current: Encodable | undefined): Promise<KubernetesObject> => {
    const object = await patched(patchers[mediaType], patch, current)
    const admitted = await admitChange(scope, context, { object, current, name, options: updateOptions })
    dedupWithWarning(context, admitted, true)
    return admitted
  }
  const update = { name, options: updateOptions, updatedObject, forceAllowCreate: applies }
  const { result, created } = await runUpdate(scope, context, update)
  await writeObject(scope, exchange, { code: created ? 201 : 200, format, result })
}

function patchTypeOf({ headers }: AuthorizedRequest, mediaTypes: readonly PatchMediaType[]): PatchMediaType {
  const contentType = headerText(headers, 'content-type') ?? ''
  const semicolon = contentType.indexOf(';')
  const mediaType = semicolon > 0 ? contentType.slice(0, semicolon) : contentType
  const known = mediaTypes.find((each) => each === mediaType)
  if (known === undefined) throw new UnsupportedMediaTypeError(mediaTypes)
  return known
}

async function patched(
  patcher: Patcher,
  patch: PatchRequest,
  current: Encodable | undefined,
): Promise<KubernetesObject> {
  const { scope, request, name } = patch
  const context = contextOf(scope, request)
  const object = current === undefined ? await patcher.create(patch) : await patcher.change(patch, current)
  checkUID(scope, { object, current, name })
  const isNamespaces = scope.resource.group === '' && scope.resource.resource === 'namespaces'
  ensureNamespaceOfRequest(object, isNamespaces ? '' : context.namespace)
  checkName(object, name, context.namespace)
  return object
}

/** A missing object has no uid to compare. */
function checkUID(
  scope: ResourceScope,
  {
    object,
    current,
    name,
  }: { readonly object: KubernetesObject; readonly current: Encodable | undefined; readonly name: string },
): void {
  const { uid } = readMetadata(object)
  if (!uid || current !== undefined) return
  const message = `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`
  throw newConflict(scope.resource, name, new Error(message))
}

function updateOptionsOf({ dryRun, fieldManager, fieldValidation }: PatchOptions): UpdateOptions {
  return new UpdateOptions({ dryRun, fieldManager, fieldValidation })
}
