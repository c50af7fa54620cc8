import type { JSONObject, JSONValue } from 'apimachinery/json'
import { AdmissionError } from '../admission-error.js'
import { requestContent, type VersionedRequest } from '../cel/request-variables.js'

/** A review for a webhook, with the expected identity of its response. */
export interface Review {
  readonly uid: string
  readonly version: 'v1' | 'v1beta1'
  readonly body: JSONObject
}

/** The response of a webhook. */
export interface ReviewResponse {
  readonly allowed: boolean
  /** A `Status`, if any. */
  readonly status: JSONObject | undefined
  /** The bytes of a patch, if any. */
  readonly patch: Buffer | undefined
  readonly patchType: string
  readonly auditAnnotations: Readonly<Record<string, string>>
  readonly warnings: readonly string[]
}

/**
 * The review of a request, in the first version that a webhook takes and that there is.
 *
 * Source: `CreateAdmissionObjects` of k8s.io/apiserver/pkg/admission/plugin/webhook/request.
 * @throws AdmissionError for a webhook that takes no known version.
 */
export function newReview(request: VersionedRequest, versions: readonly string[], uid: string): Review {
  const version = versions.find((each): each is 'v1' | 'v1beta1' => each === 'v1' || each === 'v1beta1')
  if (version === undefined)
    throw new AdmissionError('webhook does not accept known AdmissionReview versions (v1, v1beta1)')
  const { object, oldObject } = request
  const content = { uid, ...requestContent(request), object, oldObject }
  const body = { kind: 'AdmissionReview', apiVersion: `admission.k8s.io/${version}`, request: content }
  return { uid, version, body }
}

/**
 * The response in a review.
 *
 * Source: `VerifyAdmissionResponse` of k8s.io/apiserver/pkg/admission/plugin/webhook/request.
 * @throws AdmissionError for the response to another request, and for one that its kind of webhook may not return.
 */
export function verifiedResponse(answer: JSONValue, review: Review, mutating: boolean): ReviewResponse {
  const response = isJSONObject(answer) ? answer.response : undefined
  if (!isJSONObject(response)) throw new AdmissionError('webhook response was absent')
  const patchText = typeof response.patch === 'string' ? response.patch : ''
  const hasPatch = patchText !== ''
  if (review.version === 'v1') checkV1(answer as JSONObject, { response, review, mutating, hasPatch })
  const type = response.patchType ?? ''
  return {
    allowed: response.allowed === true,
    status: isJSONObject(response.status) ? response.status : undefined,
    patch: mutating && hasPatch ? Buffer.from(patchText, 'base64') : undefined,
    patchType: review.version === 'v1' ? String(type) : hasPatch ? 'JSONPatch' : '',
    auditAnnotations: textsOf(response.auditAnnotations),
    warnings: Array.isArray(response.warnings) ? response.warnings.map(String) : [],
  }
}

interface Answer {
  readonly response: JSONObject
  readonly review: Review
  readonly mutating: boolean
  readonly hasPatch: boolean
}

function checkV1(answer: JSONObject, { response, review, mutating, hasPatch }: Answer): void {
  const uid = String(response.uid ?? '')
  if (uid !== review.uid) {
    throw new AdmissionError(`expected response.uid=${JSON.stringify(review.uid)}, got ${JSON.stringify(uid)}`)
  }
  const expected = 'admission.k8s.io/v1, Kind=AdmissionReview'
  const said = `${String(answer.apiVersion ?? '')}, Kind=${String(answer.kind ?? '')}`
  if (said !== expected) throw new AdmissionError(`expected webhook response of ${expected}, got ${said}`)
  const type = response.patchType ?? undefined
  if (!mutating && hasPatch) throw new AdmissionError('validating webhook may not return response.patch')
  if (!mutating && type !== undefined) throw new AdmissionError('validating webhook may not return response.patchType')
  if (hasPatch && type === undefined)
    throw new AdmissionError('webhook returned response.patch but not response.patchType')
  if (mutating && !hasPatch && type !== undefined) {
    throw new AdmissionError('webhook returned response.patchType but not response.patch')
  }
  if (type === '') throw new AdmissionError('webhook returned invalid response.patchType of ""')
}

function isJSONObject(value: JSONValue | undefined): value is JSONObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

function textsOf(value: JSONValue | undefined): Record<string, string> {
  if (!isJSONObject(value)) return {}
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, String(each)]))
}
