import { isConversionError } from 'apimachinery/conversion'
import { heldValue } from 'apimachinery/descriptor'
import { isMachineryError, messageOf, newBadRequest, StatusError } from 'apimachinery/errors'
import {
  isMissingKind,
  isMissingVersion,
  isStrictDecodingError,
  type KindClass,
  type KubernetesObject,
  type Serializer,
  setGroupVersionKind,
  Unknown,
} from 'apimachinery/runtime'
import { negotiateInputSerializer, type SerializerInfo } from 'apimachinery/runtime/serializer'
import type { GroupVersionKind } from 'apimachinery/schema'
import type { AuthorizedRequest } from '../request/http.js'
import { addStrictDecodingWarnings, type FieldValidation } from './field-validation.js'
import { internalTypeName, versionedTypeName } from './go-type-name.js'
import { headerText } from './output-format.js'
import type { ResourceScope } from './resource-scope.js'

/** An object from the body of a request, in its form in memory. */
export interface DecodedObject {
  readonly object: KubernetesObject
  /** The kind of the body, completed by the kind of the endpoint. */
  readonly gvk: GroupVersionKind
}

/** The format of a body. @throws UnsupportedMediaTypeError */
export function inputFormat({ formats }: ResourceScope, { headers }: AuthorizedRequest): SerializerInfo {
  return negotiateInputSerializer(headerText(headers, 'content-type') ?? '', formats.serializer)
}

interface Body {
  readonly info: SerializerInfo
  readonly bytes: Uint8Array
  readonly validation: FieldValidation
}

/**
 * Decodes the body of a creation or update: applies defaults, converts to the hub version. Unknown fields cause a warning
 * or an error, as the request asks.
 *
 * @throws StatusError 400 in upstream's wording.
 */
export async function decodeObject(
  scope: ResourceScope,
  request: AuthorizedRequest,
  { info, bytes, validation }: Body,
): Promise<DecodedObject> {
  let serializer = (validation === 'Ignore' ? undefined : info.strictSerializer) ?? info.serializer
  let decoded: DecodedObject
  let hub: KubernetesObject
  let findings: { readonly errors: readonly string[]; readonly message: string } | undefined
  try {
    try {
      ;({ decoded, findings } = decodeWithFindings(scope, serializer, bytes))
    } catch (error) {
      // Strict reading requires an object; upstream accepts `null` for an empty one.
      if (!isMachineryError(error) || error.code !== 'InvalidObject') throw error
      serializer = info.serializer
      ;({ decoded, findings } = decodeWithFindings(scope, serializer, bytes))
    }
    const held = serializer === info.serializer ? decoded.object : asHeld(decoded.object)
    setGroupVersionKind(held, decoded.gvk)
    scope.scheme.default(held)
    hub = await toHub(scope, held)
    if (findings !== undefined && validation === 'Strict') throw new Error(findings.message)
  } catch (error) {
    if (error instanceof StatusError) throw error
    if (isMissingVersion(error)) throw unexpectedVersion(scope, '')
    throw decodingFailure(scope, { serializer: info.serializer, bytes, error })
  }
  if (findings !== undefined) addStrictDecodingWarnings(request.warnings, findings.errors)
  checkVersion(scope, decoded.gvk)
  return { object: hub, gvk: decoded.gvk }
}

export function decodeWithFindings(
  scope: ResourceScope,
  serializer: Serializer,
  bytes: Uint8Array,
): {
  readonly decoded: DecodedObject
  readonly findings: { readonly errors: readonly string[]; readonly message: string } | undefined
} {
  try {
    return { decoded: serializer.decode(bytes, { defaults: scope.kind }), findings: undefined }
  } catch (error) {
    if (!isStrictDecodingError(error) || error.decoded === undefined) throw error
    return { decoded: error.decoded, findings: error }
  }
}

/**
 * The value that Go would hold: strict reading keeps values such as quantities that are not canonical. Empty lists and maps
 * stay, as rules distinguish them from absent ones.
 */
export function asHeld(object: KubernetesObject): KubernetesObject {
  const prototype: { readonly constructor: KindClass } = Object.getPrototypeOf(object)
  return Object.setPrototypeOf(heldValue(prototype.constructor.descriptor, object), prototype)
}

export async function toHub(scope: ResourceScope, object: KubernetesObject): Promise<KubernetesObject> {
  try {
    const hub = await scope.conversion.toHub(object)
    // A body may declare any version of its kind; in memory there is one.
    if (scope.conversion.keepsKind !== true) setGroupVersionKind(hub, scope.hubType.groupVersionKind)
    return hub
  } catch (error) {
    if (!isConversionError(error)) throw error
    const from = versionedTypeName(Object.getPrototypeOf(object).constructor)
    const to = internalTypeName(scope.hubType)
    throw new Error(`converting (${from}) to (${to}): unknown conversion`, { cause: error })
  }
}

function checkVersion(scope: ResourceScope, gvk: GroupVersionKind): void {
  const version = gvk.groupVersion()
  const expected = scope.kind.groupVersion()
  if (scope.storage.acceptsGroupVersion?.(version) ?? version.toString() === expected.toString()) return
  throw unexpectedVersion(scope, version.toString())
}

function unexpectedVersion({ kind }: ResourceScope, version: string): Error {
  const expected = kind.groupVersion()
  return newBadRequest(`the API version in the data (${version}) does not match the expected API version (${expected})`)
}

interface FailedDecoding {
  readonly serializer: Serializer
  readonly bytes: Uint8Array
  readonly error: unknown
}

/** Source: `transformDecodeError` of k8s.io/apiserver/pkg/endpoints/handlers. */
function decodingFailure(scope: ResourceScope, { serializer, bytes, error }: FailedDecoding): Error {
  const { bodiesUnknownTo } = scope
  if (bodiesUnknownTo !== undefined) {
    const type = versionedTypeName(scope.versionedType)
    return newBadRequest(`no kind is registered for the type ${type} in scheme ${JSON.stringify(bodiesUnknownTo)}`)
  }
  const { kind } = scope.hubType.groupVersionKind
  const said = isMissingKind(error) ? undefined : kindIn(serializer, bytes, scope.kind)
  const message =
    said === undefined
      ? `the object provided is unrecognized (must be of type ${kind}): ${messageOf(error)} (${summaryOf(bytes)})`
      : `${said.kind} in version ${JSON.stringify(said.version)} cannot be handled as a ${kind}: ${messageOf(error)}`
  return newBadRequest(message)
}

/** The kind in a body that could not be read as a whole. */
function kindIn(serializer: Serializer, bytes: Uint8Array, defaults: GroupVersionKind): GroupVersionKind | undefined {
  try {
    const { gvk } = serializer.decode(bytes, { defaults, into: Unknown as unknown as KindClass })
    return gvk.kind === '' ? undefined : gvk
  } catch {
    return undefined
  }
}

const summaryLength = 30

function summaryOf(bytes: Uint8Array): string {
  if (bytes.length === 0) return '<empty>'
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, summaryLength))
  const text = bytes[0] === 0x7b ? start.toString('utf8') : start.toString('hex')
  return bytes.length > summaryLength ? `${text} ...` : text
}
