import { deepCopy } from '../descriptor/deep-copy.js'
import { messageOf } from '../errors/message-of.js'
import { newBadRequest, newForbidden, newInvalid } from '../errors/new-status-error.js'
import { toAPIStatus } from '../errors/status-object.js'
import { encodeBase64 } from '../internal/base64.js'
import { encodeUtf8 } from '../internal/utf8.js'
import type { JSONObject, JSONValue } from '../json/json-value.js'
import { stringifyJSON } from '../json/stringify-json.js'
import { createJSONPatch } from '../patch/json/create-json-patch.js'
import type { KubernetesObject } from '../runtime/objects/typed-object.js'
import { Unstructured, unstructuredContent } from '../runtime/objects/unstructured.js'
import { groupVersionKindOf } from '../runtime/scheme/kind-access.js'
import type { Scheme } from '../runtime/scheme/scheme.js'
import { type FieldError, isFieldError } from '../validation/field-error.js'
import { AdmissionNotes } from './admission-notes.js'
import { type AdmissionRequest, jsonObjectOrUndefined, requestFacts } from './admission-request.js'
import { answer, type WebhookHandler } from './answer.js'
import { type AdmissionResult, byKind, type KindMutator, type KindValidator } from './kind-handlers.js'
import { readReview, type WebhookOptions } from './read-review.js'

const admissionReview = { kind: 'AdmissionReview', apiVersions: ['admission.k8s.io/v1', 'admission.k8s.io/v1beta1'] }

/**
 * Validates a request. Throw to refuse it: a `StatusError` is passed on as it is, one or several field errors become an
 * `Invalid` status, any other error becomes a `Forbidden` status with its message.
 *
 * @returns nothing, or field errors; if there are any, the request is refused.
 */
export type ValidateFunction<T extends KubernetesObject = KubernetesObject> = (
  request: AdmissionRequest<T>,
  notes: AdmissionNotes,
) => AdmissionResult<readonly FieldError[]>

/** Changes `request.object` in place, or returns another object. Throw to refuse, as in {@link ValidateFunction}. */
export type MutateFunction<T extends KubernetesObject = KubernetesObject> = (
  request: AdmissionRequest<T>,
  notes: AdmissionNotes,
) => AdmissionResult<T>

/**
 * Makes the handler of a validating webhook, for one kind, for several, or of a function for all kinds. The function gets
 * instances of the classes that the scheme has, and unstructured objects of other kinds; {@link validating} kinds that are
 * not listed are refused.
 *
 * @throws NotRegisteredError for a class that the scheme does not have, MachineryError `DoubleRegistration` for a kind that
 * is listed twice.
 */
export function validatingHandler(
  scheme: Scheme,
  validate: ValidateFunction | KindValidator | readonly KindValidator[],
  options: WebhookOptions = {},
): WebhookHandler {
  const kinds = typeof validate === 'function' ? undefined : [validate].flat()
  const judge = typeof validate === 'function' ? validate : byKind(scheme, [validate].flat())
  const handler = admissionHandler(scheme, options, async (request, notes) => {
    const errors = (await judge(request, notes)) ?? []
    if (errors.length > 0) throw errors
    return undefined
  })
  return Object.assign(handler, { facts: { type: 'validating', kinds } as const })
}

/**
 * Makes the handler of a mutating webhook, for one kind, for several, or of a function for all kinds. Changes become a JSON
 * Patch of the object as it was sent: fields that its class does not declare stay as they are.
 *
 * @throws NotRegisteredError for a class that the scheme does not have, MachineryError `DoubleRegistration` for a kind that
 * is listed twice.
 */
export function mutatingHandler(
  scheme: Scheme,
  mutate: MutateFunction | KindMutator | readonly KindMutator[],
  options: WebhookOptions = {},
): WebhookHandler {
  const kinds = typeof mutate === 'function' ? undefined : [mutate].flat()
  const change = typeof mutate === 'function' ? mutate : byKind(scheme, [mutate].flat())
  const handler = admissionHandler(scheme, options, async (request, notes) => {
    const { object } = request
    if (object === undefined) {
      await change(request, notes)
      return undefined
    }
    const before = deepCopy(object)
    const after = (await change(request, notes)) ?? object
    return createJSONPatch(unstructuredContent(before), unstructuredContent(after)) as unknown as JSONValue[]
  })
  return Object.assign(handler, { facts: { type: 'mutating', kinds } as const })
}

type Judge = (request: AdmissionRequest, notes: AdmissionNotes) => Promise<JSONValue[] | undefined>

function admissionHandler(scheme: Scheme, options: WebhookOptions, judge: Judge): WebhookHandler {
  return (request) =>
    answer(async () => {
      const review = await readReview(request, admissionReview, options)
      const notes = new AdmissionNotes()
      const verdict = await verdictOf(() => judge(admissionRequest(scheme, review.request), notes), review.request)
      const response = { uid: review.uid, ...verdict, ...writtenNotes(notes) }
      return { kind: admissionReview.kind, apiVersion: review.apiVersion, response }
    })
}

function admissionRequest(scheme: Scheme, request: JSONObject): AdmissionRequest {
  return {
    ...requestFacts(request),
    object: typed(scheme, jsonObjectOrUndefined(request.object)),
    oldObject: typed(scheme, jsonObjectOrUndefined(request.oldObject)),
  }
}

function typed(scheme: Scheme, content: JSONObject | undefined): KubernetesObject | undefined {
  if (content === undefined) return undefined
  const object = new Unstructured(content)
  const type = scheme.classFor(groupVersionKindOf(object))
  if (type === undefined) return object
  try {
    return scheme.convert(object, type)
  } catch (error) {
    throw newBadRequest(messageOf(error))
  }
}

async function verdictOf(judge: () => Promise<JSONValue[] | undefined>, request: JSONObject): Promise<JSONObject> {
  try {
    const patch = await judge()
    if (patch === undefined || patch.length === 0) return { allowed: true }
    const text = stringifyJSON(patch, { keys: 'kept' })
    return { allowed: true, patch: encodeBase64(encodeUtf8(text)), patchType: 'JSONPatch' }
  } catch (error) {
    return { allowed: false, status: refusalStatus(error, request) }
  }
}

function refusalStatus(error: unknown, request: JSONObject): JSONObject {
  const { kind, resource, name } = requestFacts(request)
  const findings = Array.isArray(error) ? error : [error]
  if (findings.every((each) => isFieldError(each))) {
    return toAPIStatus(newInvalid(kind, name, findings)) as unknown as JSONObject
  }
  const status = toAPIStatus(error)
  // An error without a status is the verdict of the handler, not a failure of the webhook.
  const shown = status.reason === undefined ? toAPIStatus(newForbidden(resource, name, error)) : status
  return shown as unknown as JSONObject
}

function writtenNotes({ warnings, auditAnnotations }: AdmissionNotes): JSONObject {
  return {
    ...(Object.keys(auditAnnotations).length > 0 && { auditAnnotations }),
    ...(warnings.length > 0 && { warnings }),
  }
}
