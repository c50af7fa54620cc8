import { list, map, readJSON, scalar, struct, type TypeDescriptor } from 'apimachinery/descriptor'
import {
  isMachineryError,
  messageOf,
  newBadRequest,
  newGenericServerResponse,
  newInternalError,
  newNotFound,
  newRequestEntityTooLargeError,
} from 'apimachinery/errors'
import { parseJSON } from 'apimachinery/json'
import { jsonPatch, mergePatch } from 'apimachinery/patch'
import { isMissingVersion, type KubernetesObject, setGroupVersionKind } from 'apimachinery/runtime'
import { type SerializerInfo, serializerInfoForMediaType } from 'apimachinery/runtime/serializer'
import type { Encodable } from '../registry/encodable.js'
import { asHeld, decodeWithFindings, toHub } from './decode-object.js'
import { fieldManagerName } from './field-manager-name.js'
import { fieldValidationOf } from './field-validation.js'
import { settled } from './object-conversion.js'
import { orBadRequest } from './or-bad-request.js'
import { invalidPatch, type Patcher, type PatchRequest, reportFindings } from './patcher.js'
import type { ResourceScope } from './resource-scope.js'

const noVersion = "Object 'apiVersion' is missing in 'object has no apiVersion field'"

/** Of a JSON Patch, as upstream. */
const mostOperations = 10_000

const operations: TypeDescriptor = /* @__PURE__ */ list(
  struct('handlers.jsonPatchOp', () => [
    ['op', 0, scalar('string'), '?'],
    ['path', 0, scalar('string'), '?'],
    ['from', 0, scalar('string'), '?'],
    ['value', 0, scalar('any'), '?'],
  ]),
)
const anyObject: TypeDescriptor = /* @__PURE__ */ map(scalar('any'))

/** Patches of the JSON text: JSON Patch and merge patch. */
export function jsonPatcher(kind: 'json' | 'merge'): Patcher {
  return {
    async create({ scope, name }) {
      throw newNotFound(scope.resource, name)
    },
    async change(patch, current) {
      const { scope, request, options } = patch
      const before = currentJSON(scope, current)
      const strict = fieldValidationOf(options) !== 'Ignore'
      const text = Buffer.from(patch.bytes).toString('utf8')
      const { after, findings } =
        kind === 'json' ? applyJSONPatch(before, text, strict) : applyMergePatch(before, text, strict)
      const object = await objectFrom(patch, after, findings)
      const { fieldManager } = scope
      const manager = fieldManagerName(options, request)
      if (fieldManager === undefined) return object
      return settled(scope, (onError) => fieldManager.updateNoErrors(current.object, object, { manager, onError }))
    },
  }
}

interface Patched {
  readonly after: string
  readonly findings: readonly string[]
}

/** The stored object's JSON in the version of the request, which is often parsed already. */
function currentJSON(scope: ResourceScope, current: Encodable): string {
  const { serializer } = jsonFormatOf(scope)
  const identifier = `${scope.kind} application/json ${serializer.identifier}`
  const bytes = current.encoding(identifier, (object) => serializer.encode(scope.conversion.toVersion(object)))
  return Buffer.from(bytes).toString('utf8').trimEnd()
}

function jsonFormatOf({ formats }: ResourceScope): SerializerInfo {
  const info = serializerInfoForMediaType(formats.serializer.supportedMediaTypes(), 'application/json')
  if (info === undefined) throw new Error('no serializer defined for application/json')
  return info
}

function applyJSONPatch(before: string, text: string, strict: boolean): Patched {
  const findings = strict ? strictFindings(operations, text).map((finding) => `json patch ${finding}`) : []
  checkOperations(text)
  try {
    return { after: jsonPatch(before, text), findings }
  } catch (error) {
    if (isMachineryError(error, 'BadJSONPatch')) throw newBadRequest(messageOf(error))
    if (!isMachineryError(error)) throw error
    throw newGenericServerResponse(422, { verb: '', serverMessage: messageOf(error) })
  }
}

function checkOperations(text: string): void {
  const patch = orBadRequest(() => parseJSON(text))
  if (!Array.isArray(patch) || patch.length <= mostOperations) return
  throw newRequestEntityTooLargeError(
    `The allowed maximum operations in a JSON patch is ${mostOperations}, got ${patch.length}`,
  )
}

function applyMergePatch(before: string, text: string, strict: boolean): Patched {
  const findings = strict ? strictFindings(anyObject, text) : []
  try {
    return { after: mergePatch(before, text), findings }
  } catch (error) {
    throw isMachineryError(error, 'BadJSONPatch') ? newBadRequest(messageOf(error)) : error
  }
}

function strictFindings(type: TypeDescriptor, text: string): readonly string[] {
  const { findings } = orBadRequest(() => readJSON(type, text, { mode: 'strict' }), 'error decoding patch: ')
  return findings.map(({ message }) => message)
}

/** Decodes the result of a patch; all strict findings are reported together. */
async function objectFrom(patch: PatchRequest, after: string, findings: readonly string[]): Promise<KubernetesObject> {
  const { scope, options } = patch
  const { serializer, strictSerializer = serializer } = jsonFormatOf(scope)
  const strict = fieldValidationOf(options) !== 'Ignore'
  let hub: KubernetesObject
  let found: readonly string[]
  try {
    const read = decodeWithFindings(scope, strict ? strictSerializer : serializer, Buffer.from(after))
    const held = strict ? asHeld(read.decoded.object) : read.decoded.object
    setGroupVersionKind(held, read.decoded.gvk)
    scope.scheme.default(held)
    hub = await toHub(scope, held)
    found = read.findings?.errors ?? []
  } catch (error) {
    if (isMissingVersion(error)) throw newInternalError(new Error(noVersion))
    throw invalidPatch(after, messageOf(error))
  }
  reportFindings(patch, [...findings, ...found], () => after)
  return hub
}
