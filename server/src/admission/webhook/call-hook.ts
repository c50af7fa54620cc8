import { randomUUID } from 'node:crypto'
import { messageOf, newBadRequest, newInternalError, StatusError } from 'apimachinery/errors'
import { type JSONObject, type JSONValue, stringifyJSON } from 'apimachinery/json'
import type { RequestContext } from '../../request/request-context.js'
import type { VersionedRequest } from '../cel/request-variables.js'
import type { Hook } from './hook.js'
import type { HookClient } from './hook-client.js'
import { newReview, type Review, type ReviewResponse, verifiedResponse } from './review.js'

/** A webhook could not be called, or its response is invalid: its failure policy decides. */
export class CallingWebhookError extends Error {
  override readonly name = 'CallingWebhookError'

  constructor(webhook: string, reason: string) {
    super(`failed calling webhook ${JSON.stringify(webhook)}: ${reason}`)
  }

  /** The answer to the request, where the failure policy is `Fail`. */
  toStatusError(): StatusError {
    return newInternalError(this)
  }
}

/** Input of one call. */
export interface HookInvocation {
  readonly hook: Hook
  readonly request: VersionedRequest
  readonly client: HookClient
  readonly mutating: boolean
}

const defaultTimeoutSeconds = 10

/**
 * Calls a webhook, and returns its response if it allows the request. Its warnings and annotations are passed on.
 *
 * Source: `callHook` of k8s.io/apiserver/pkg/admission/plugin/webhook/validating and …/mutating.
 * @throws CallingWebhookError if there is no valid response.
 * @throws StatusError if the webhook refuses the request, and for a dry run that it does not support.
 */
export async function callHook(invocation: HookInvocation, context: RequestContext): Promise<ReviewResponse> {
  const { hook, request, mutating } = invocation
  if (request.attributes.dryRun) checkSideEffects(hook)
  const review = reviewOf(hook, request)
  const response = await answerOf(invocation, review, context)
  for (const [key, value] of Object.entries(response.auditAnnotations)) {
    context.audit?.annotate(`${hook.name}/${key}`, value)
  }
  for (const text of response.warnings) context.warnings?.addWarning('', text)
  if (!response.allowed) throw denied(hook.name, response.status)
  return mutating ? response : { ...response, patch: undefined }
}

function checkSideEffects({ name, webhook: { sideEffects } }: Hook): void {
  if (!sideEffects) throw new CallingWebhookError(name, 'Webhook SideEffects is nil')
  if (sideEffects === 'None' || sideEffects === 'NoneOnDryRun') return
  throw newBadRequest(`admission webhook ${JSON.stringify(name)} does not support dry run`)
}

function reviewOf({ name, webhook }: Hook, request: VersionedRequest): Review {
  try {
    return newReview(request, webhook.admissionReviewVersions ?? [], randomUUID())
  } catch (error) {
    throw new CallingWebhookError(name, `could not create admission objects: ${messageOf(error)}`)
  }
}

async function answerOf(
  { hook, client, mutating }: HookInvocation,
  review: Review,
  { signal, latencies }: RequestContext,
): Promise<ReviewResponse> {
  const { name, webhook } = hook
  let answer: JSONValue
  try {
    const call = (): Promise<JSONValue> =>
      client.call({
        config: webhook.clientConfig ?? {},
        body: stringifyJSON(review.body),
        timeoutSeconds: webhook.timeoutSeconds ?? defaultTimeoutSeconds,
        signal,
      })
    const part = mutating ? 'mutating-webhook' : 'validating-webhook'
    answer = await (latencies === undefined ? call() : latencies.awaited(part, call))
  } catch (error) {
    throw new CallingWebhookError(name, `failed to call webhook: ${messageOf(error)}`)
  }
  try {
    return verifiedResponse(answer, review, mutating)
  } catch (error) {
    throw new CallingWebhookError(name, `received invalid webhook response: ${messageOf(error)}`)
  }
}

/**
 * The refusal for a webhook's status.
 *
 * Source: `ToStatusErr` of k8s.io/apiserver/pkg/admission/plugin/webhook/errors.
 */
export function denied(webhook: string, status: JSONObject = {}): StatusError {
  const { message, reason, code, details } = status
  const by = `admission webhook ${JSON.stringify(webhook)} denied the request`
  const why = typeof message === 'string' && message !== '' ? message : typeof reason === 'string' ? reason : ''
  return new StatusError({
    status: 'Failure',
    message: why === '' ? `${by} without explanation` : `${by}: ${why}`,
    code: typeof code === 'number' && code >= 400 ? code : 400,
    ...(typeof reason === 'string' && reason !== '' && { reason }),
    ...(details !== undefined &&
      details !== null && { details: details as NonNullable<StatusError['status']['details']> }),
  })
}
