import { ConversionReview as ReviewV1 } from 'apimachinery/api/apiextensions/v1'
import { ConversionReview as ReviewV1beta1 } from 'apimachinery/api/apiextensions/v1beta1'
import { isJSONObject, type JSONObject, type JSONValue, parseJSON, stringifyJSON } from 'apimachinery/json'
import { yamlToJSON } from 'apimachinery/runtime/serializer/yaml'
import type { GroupVersionKind } from 'apimachinery/schema'
import { reviewReader } from '../internal/webhook/read-review.js'
import type { WebhookAnswer } from '../internal/webhook/webhook.js'

const group = 'apiextensions.k8s.io'

/** Kinds that the reader of answers has a type for, but which are none. */
function isKnown(gvk: GroupVersionKind): boolean {
  return gvk.group === group ? /^v1(beta1)?$/.test(gvk.version) && gvk.kind === 'ConversionReview' : isStatus(gvk)
}

function isStatus({ group: of, version, kind }: GroupVersionKind): boolean {
  return of === '' && version === 'v1' && kind === 'Status'
}

const readers = { v1: reviewReader(ReviewV1, isKnown), v1beta1: reviewReader(ReviewV1beta1, isKnown) }

/** A version of reviews that this server speaks. */
export type ReviewVersion = keyof typeof readers

/** Reports whether this server speaks a version of reviews. */
export function isReviewVersion(version: string): version is ReviewVersion {
  return Object.hasOwn(readers, version)
}

/**
 * The review that a conversion webhook answered with.
 *
 * Source: `getConvertedObjectsFromResponse` of k8s.io/apiextensions-apiserver/pkg/apiserver/conversion, and the codec of
 * k8s.io/apiserver/pkg/util/webhook.
 * @throws Error in Go's words for anything else.
 */
export function conversionAnswer(given: WebhookAnswer, version: ReviewVersion, request: JSONObject): JSONObject {
  const answer = isObject(given.bytes) ? given : { ...given, bytes: fromYAML(given.bytes) }
  const { apiVersion = '', kind = '', response } = wellFormed(answer.bytes, version) ?? checked(answer, version)
  if (version === 'v1') {
    const wanted = `${group}/v1, Kind=ConversionReview`
    if (apiVersion !== `${group}/v1`)
      throw new Error(`expected webhook response of ${wanted}, got /, Kind=${String(kind)}`)
  }
  if (!isJSONObject(response)) return { kind: 'ConversionReview' }
  // Webhooks of the old version need not say which review they answer.
  const { uid } = version === 'v1' ? response : request
  return { kind: 'ConversionReview', response: { ...response, ...(uid !== undefined && { uid }) } }
}

/** Reports whether the text of an object in JSON begins. Source: `hasJSONPrefix` of k8s.io/apimachinery/pkg/util/yaml. */
function isObject(bytes: Uint8Array): boolean {
  return bytes.find((byte) => byte > 0x20) === 0x7b
}

/** Everything else is taken for YAML. */
function fromYAML(bytes: Uint8Array): Uint8Array {
  try {
    return Buffer.from(stringifyJSON(yamlToJSON(bytes)))
  } catch {
    return bytes
  }
}

/** Only what may be wrong is read field by field, for the words of the error. */
function checked(answer: WebhookAnswer, version: ReviewVersion): JSONObject {
  readers[version](answer)
  return (parseJSON(answer.bytes) ?? {}) as JSONObject
}

/** The review in the bytes; `undefined` where Go may refuse them. */
function wellFormed(bytes: Uint8Array, version: ReviewVersion): JSONObject | undefined {
  let review: JSONValue
  try {
    review = parseJSON(bytes)
  } catch {
    return undefined
  }
  if (!isJSONObject(review)) return undefined
  const { apiVersion, kind, response = null } = review
  const isOne = apiVersion === `${group}/${version}` && kind === 'ConversionReview'
  if (!isOne && (apiVersion !== undefined || kind !== undefined)) return undefined
  return response === null || hasTypes(response) ? review : undefined
}

function hasTypes(response: JSONValue): boolean {
  if (!isJSONObject(response)) return false
  const { uid = '', convertedObjects = null, result = null } = response
  if (typeof uid !== 'string' || (convertedObjects !== null && !Array.isArray(convertedObjects))) return false
  if (result === null) return true
  return isJSONObject(result) && typeof (result.status ?? '') === 'string' && typeof (result.message ?? '') === 'string'
}
