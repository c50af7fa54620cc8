import { isMachineryError } from '../../errors/machinery-error.js'
import { messageOf } from '../../errors/message-of.js'
import { newBadRequest } from '../../errors/new-status-error.js'
import { quote } from '../../internal/quote.js'
import type { Decoded, KindRegistry } from '../../runtime/interfaces.js'
import type { KindClass, KubernetesObject } from '../../runtime/objects/typed-object.js'
import { JSONSerializer } from '../../runtime/serializer/json/json-serializer.js'
import { isStrictDecodingError } from '../../runtime/strict-decoding-error.js'
import type { GroupVersionKind } from '../../schema/identifiers.js'
import { parseGroupVersion } from '../../schema/parse.js'
import { heldForm } from './held-form.js'

/** A body as a server reads it. */
export interface DecodedRequest {
  /** The object as Go would hold it, without unknown fields. */
  readonly object: KubernetesObject
  /** Unknown and duplicate fields, in Go's wording. */
  readonly findings: readonly string[]
}

const shownBytes = 30

/**
 * Decodes the JSON body of a request for a kind, with the defaults of `fieldValidation=Warn`: findings of strict decoding
 * are reported.
 *
 * Source: the create and update handlers of k8s.io/apiserver/pkg/endpoints/handlers.
 * @throws StatusError `BadRequest` in the wording of the server for a body that is not an object of the kind.
 */
export function decodeRequest(body: string, type: KindClass, registry: KindRegistry): DecodedRequest {
  const { decoded, findings } = readStrictly(body, type, registry)
  const { gvk } = decoded
  const wanted = type.groupVersionKind
  if (gvk.kind !== wanted.kind) throw cannotBeHandled(body, type, notConvertible(gvk, wanted))
  if (gvk.group !== wanted.group || gvk.version !== wanted.version) {
    const [given, expected] = [gvk, wanted].map((each) => each.toAPIVersionAndKind().apiVersion)
    throw newBadRequest(`the API version in the data (${given}) does not match the expected API version (${expected})`)
  }
  return { object: heldForm(decoded.object, type), findings }
}

function readStrictly(
  body: string,
  type: KindClass,
  registry: KindRegistry,
): { decoded: Decoded; findings: readonly string[] } {
  try {
    const serializer = new JSONSerializer(registry, { mode: 'strict', integers: 'bigint' })
    return { decoded: serializer.decode(body, { defaults: type.groupVersionKind }), findings: [] }
  } catch (error) {
    if (isStrictDecodingError(error) && error.decoded !== undefined) {
      return { decoded: error.decoded, findings: error.errors }
    }
    throw cannotBeHandled(body, type, error)
  }
}

function notConvertible(from: { version: string; kind: string }, to: { version: string; kind: string }): Error {
  return new Error(`converting (${from.version}.${from.kind}) to (${to.version}.${to.kind}): unknown conversion`)
}

function cannotBeHandled(body: string, type: KindClass, error: unknown): Error {
  const wanted = type.groupVersionKind
  const found = isMachineryError(error, 'InvalidJSON') ? undefined : kindIn(body, wanted)
  const message = messageOf(error)
  if (found === undefined) {
    return newBadRequest(
      `the object provided is unrecognized (must be of type ${wanted.kind}): ${message} (${summaryOf(body)})`,
    )
  }
  return newBadRequest(
    `${found.kind} in version ${quote(found.version)} cannot be handled as a ${wanted.kind}: ${message}`,
  )
}

/** The kind that a body declares, completed by that of the request; `undefined` where it declares none that can be read. */
function kindIn(body: string, wanted: GroupVersionKind): { kind: string; version: string } | undefined {
  try {
    const { kind, apiVersion }: Record<string, unknown> = Object(JSON.parse(body))
    const { group, version } = parseGroupVersion(textOf(apiVersion))
    const isWantedGroup = group === '' || group === wanted.group
    return { kind: textOf(kind) || wanted.kind, version: version === '' && isWantedGroup ? wanted.version : version }
  } catch {
    return undefined
  }
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string') throw new TypeError(`${typeof value} in place of a string`)
  return value
}

function summaryOf(body: string): string {
  if (body === '') return '<empty>'
  const bytes = new TextEncoder().encode(body)
  const shown = bytes.subarray(0, shownBytes)
  const text = body.startsWith('{')
    ? new TextDecoder().decode(shown)
    : Array.from(shown, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return bytes.length > shownBytes ? `${text} ...` : text
}
