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
import { type AdmissionRequest, objectOf, requestFacts } from './admission-request.js'
import { answer, type WebhookHandler } from './answer.js'
import { readReview, type WebhookOptions } from './read-review.js'

const admissionReview = {
  kind: 'AdmissionReview',
  apiVersions: ['admission.k8s.io/v1', 'admission.k8s.io/v1beta1'],
}

/** What a handler says besides its verdict. */
export class AdmissionNotes {
  readonly warnings: string[] = []
  readonly auditAnnotations: Record<string, string> = {}

  /**
   * Shows a text to whoever made the request. API servers show 4,096 characters of all warnings together; when there are
   * more, 256 of each, as far as they fit. Control characters, with which they would drop a text, become spaces.
   */
  warn(text: string): void {
    this.warnings.push(text.replace(/\p{Cc}+/gu, ' '))
  }

  /** Adds an annotation to the audit event, under a key that is prefixed with the webhook's name. */
  annotate(key: string, value: string): void {
    this.auditAnnotations[key] = value
  }
}

// biome-ignore lint/suspicious/noConfusingVoidType: functions without a result are the usual case
type Answer<T> = T | undefined | void | Promise<T | undefined | void>

/**
 * Judges a write. Throw to refuse: a `StatusError` is passed on as it is, a list or one of field errors becomes an Invalid
 * status, any other error a Forbidden one with its message.
 *
 * @returns nothing, or field errors, of which any refuses the write.
 */
export type ValidateFunction<T extends KubernetesObject = KubernetesObject> = (
  request: AdmissionRequest<T>,
  notes: AdmissionNotes,
) => Answer<readonly FieldError[]>

/** Changes `request.object`, in place or by giving back another one. Throw to refuse, as in {@link ValidateFunction}. */
export type MutateFunction<T extends KubernetesObject = KubernetesObject> = (
  request: AdmissionRequest<T>,
  notes: AdmissionNotes,
) => Answer<T>

/** Makes the handler of a validating webhook. Objects are instances of the classes that the scheme has for their kinds. */
export function validatingHandler(
  scheme: Scheme,
  validate: ValidateFunction,
  options: WebhookOptions = {},
): WebhookHandler {
  return admissionHandler(scheme, options, async (request, notes) => {
    const errors = (await validate(request, notes)) ?? []
    if (errors.length > 0) throw errors
    return undefined
  })
}

/**
 * Makes the handler of a mutating webhook. What the function changes becomes a JSON Patch of the object as it was sent:
 * fields that its class does not know are not touched.
 */
export function mutatingHandler(scheme: Scheme, mutate: MutateFunction, options: WebhookOptions = {}): WebhookHandler {
  return admissionHandler(scheme, options, async (request, notes) => {
    const { object } = request
    if (object === undefined) {
      await mutate(request, notes)
      return undefined
    }
    const before = deepCopy(object)
    const after = (await mutate(request, notes)) ?? object
    return createJSONPatch(unstructuredContent(before), unstructuredContent(after)) as unknown as JSONValue[]
  })
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
    object: typed(scheme, objectOf(request.object)),
    oldObject: typed(scheme, objectOf(request.oldObject)),
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
    return { allowed: false, status: statusOf(error, request) }
  }
}

function statusOf(error: unknown, request: JSONObject): JSONObject {
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
