import { isStatusError, newInternalError, newTimeoutError } from 'apimachinery/errors'
import type { Clock } from 'apimachinery/wait'
import type { Authorizer } from '../../authorization/authorizer.js'
import type { RequestContext } from '../../request/request-context.js'
import type { AdmissionAttributes } from '../attributes.js'
import { type ConditionObserver, failedConditions } from '../cel/match-conditions.js'
import { requestVariables, type VersionedRequest, type VersionedRequests } from '../cel/request-variables.js'
import { type MatchEnvironment, matchRequest } from '../matching.js'
import { CallingWebhookError, callHook, type HookInvocation } from './call-hook.js'
import type { Hook } from './hook.js'
import type { HookClient } from './hook-client.js'
import type { WebhookObserver } from './observer.js'
import type { ReviewResponse } from './review.js'

/** The environment of webhook calls. */
export interface WebhookEnvironment extends MatchEnvironment {
  readonly authorizer: Authorizer
  readonly client: HookClient
  readonly clock: Clock
  readonly observe?: WebhookObserver | undefined
  readonly observeConditions?: ConditionObserver | undefined
}

/** The request as a hook is to see it; `undefined` where it is not for the hook. @throws StatusError */
export async function requestFor(
  hook: Hook,
  attributes: AdmissionAttributes,
  environment: WebhookEnvironment & { readonly type: 'admit' | 'validating'; readonly versions: VersionedRequests },
): Promise<VersionedRequest | undefined> {
  const matched = await matchRequest(attributes, hook.criteria, environment)
  if (matched === undefined) return undefined
  const request = await converted(environment.versions, matched)
  if (hook.conditions.size === 0) return request
  try {
    const { type, observeConditions } = environment
    const owner = { kind: 'webhook', name: hook.name, type, operation: attributes.operation } as const
    const matches = await hook.conditions.match(requestVariables(request, environment), (evaluation) =>
      observeConditions?.(owner, evaluation),
    )
    return matches ? request : undefined
  } catch (error) {
    throw failedConditions(attributes, error)
  }
}

async function converted(versions: VersionedRequests, matched: VersionedRequest['matched']): Promise<VersionedRequest> {
  try {
    return await versions.for(matched)
  } catch (error) {
    throw newInternalError(error)
  }
}

/** A call that a failure policy let pass. */
export interface FailedOpen {
  readonly failedOpen: true
}

/**
 * Calls a hook, and turns what went wrong into the answer to the request. A failure passes where the hook's policy is `Ignore`.
 *
 * @throws StatusError
 */
export async function observedCall(
  invocation: HookInvocation,
  context: RequestContext,
  { clock, observe }: WebhookEnvironment,
): Promise<ReviewResponse | FailedOpen> {
  const { hook, mutating, request } = invocation
  const started = clock.now()
  const report = (facts: {
    rejected: boolean
    errorType?: 'no_error' | 'calling_webhook_error' | undefined
    code: number
    failedOpen: boolean
  }) =>
    observe?.({
      name: hook.name,
      type: mutating ? 'admit' : 'validating',
      operation: request.attributes.operation,
      seconds: (clock.now() - started) / 1000,
      ...facts,
    })
  try {
    const response = await callHook(invocation, context)
    report({ rejected: false, code: 200, failedOpen: false })
    return response
  } catch (error) {
    if (!(error instanceof CallingWebhookError)) {
      const code = isStatusError(error) ? (error.status.code ?? 0) : 0
      report({ rejected: true, errorType: 'no_error', code, failedOpen: false })
      throw error
    }
    const failedOpen = hook.webhook.failurePolicy === 'Ignore'
    report({ rejected: !failedOpen, errorType: 'calling_webhook_error', code: 503, failedOpen })
    if (!failedOpen) throw error.toStatusError()
    if (context.signal.aborted) throw newTimeoutError('request did not complete within requested timeout', 0)
    return { failedOpen: true }
  }
}
