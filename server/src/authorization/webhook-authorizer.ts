import type { Clock } from '../internal/clock.js'
import { deadline } from '../internal/deadline.js'
import type { Webhook, WebhookAttempt } from '../internal/webhook/webhook.js'
import type { Cancellable } from '../request/cancellation.js'
import type { AuthorizationAttributes, AuthorizationResult, Authorizer, Decision, RuleResolver } from './authorizer.js'
import type { ReviewConditions } from './review-conditions.js'
import { subjectAccessReviewSpec } from './subject-access-review.js'

/** Settings of a webhook authorizer. Times are milliseconds. */
export interface WebhookAuthorizerOptions {
  readonly webhook: Webhook
  /** Version of `SubjectAccessReview` that is sent. */
  readonly version: 'v1' | 'v1beta1'
  /** How long an answer is remembered; 0 for not at all. */
  readonly authorizedTTL: number
  readonly unauthorizedTTL: number
  /** The decision if there is no response. */
  readonly decisionOnError: Extract<Decision, 'deny' | 'no-opinion'>
  readonly conditions?: ReviewConditions
  /** Longest time of one question; none where absent. */
  readonly timeout?: number
  readonly clock: Clock
  /** For metrics; `default` where absent. */
  readonly name?: string
  readonly observer?: WebhookAuthorizerObserver
  /** Called for each attempt. */
  readonly onAttempt?: (attempt: WebhookAttempt) => void
}

/** How a question to a webhook ended. */
export type WebhookResult = 'success' | 'canceled' | 'timeout' | 'error'

/** Observes a webhook authorizer. */
export interface WebhookAuthorizerObserver {
  /** The webhook was called once. */
  asked(name: string, result: WebhookResult, seconds: number): void
  /** There was no answer, and others decide. */
  failedOpen(name: string, result: WebhookResult): void
  /** Match conditions were evaluated. */
  matched(
    name: string,
    evaluation: { readonly outcome: 'matched' | 'excluded' | 'error'; readonly seconds: number },
  ): void
}

interface ReviewStatus {
  readonly allowed?: boolean
  readonly denied?: boolean
  readonly reason?: string
}

const remembered = 8192
/** Characters of what a client chooses; longer questions are not remembered. */
const longestKey = 10_000

/**
 * Authorizes with `SubjectAccessReview` of another server: a webhook, or the main cluster of a server behind an aggregator.
 *
 * Source: k8s.io/apiserver/plugin/pkg/authorizer/webhook.
 */
export function webhookAuthorizer(
  options: WebhookAuthorizerOptions,
): Authorizer & RuleResolver & { readonly name: string } {
  const { webhook, version, decisionOnError, conditions, timeout, clock, observer, name = 'default' } = options
  const cache = new Map<string, { readonly status: ReviewStatus; readonly until: number }>()
  const ask = async (key: string, spec: object, { signal, onResult }: Asking): Promise<ReviewStatus> => {
    const known = cache.get(key)
    if (known !== undefined && known.until > clock.now()) return known.status
    const apiVersion = `authorization.k8s.io/${version}`
    // The old version calls groups by one.
    const sent = version === 'v1' ? spec : renamedGroups(spec)
    const review = { kind: 'SubjectAccessReview', apiVersion, metadata: {}, spec: sent, status: { allowed: false } }
    const status = await post(webhook, review, { signal, timeout, clock, onResult })
    const ttl = status.allowed === true ? options.authorizedTTL : options.unauthorizedTTL
    cache.delete(key)
    if (ttl > 0 && key.length < longestKey) cache.set(key, { status, until: clock.now() + ttl })
    if (cache.size > remembered) cache.delete(cache.keys().next().value as string)
    return status
  }
  const isMatching = (spec: Readonly<Record<string, unknown>>): boolean => {
    if (conditions === undefined || conditions.isEmpty) return true
    const start = performance.now()
    let outcome: 'matched' | 'excluded' | 'error' = 'error'
    try {
      const matches = conditions.match(spec)
      outcome = matches ? 'matched' : 'excluded'
      return matches
    } finally {
      observer?.matched(name, { outcome, seconds: (performance.now() - start) / 1000 })
    }
  }
  return {
    name,
    async authorize(attributes: AuthorizationAttributes, request?: Cancellable): Promise<AuthorizationResult> {
      const spec = subjectAccessReviewSpec(attributes)
      const signal = request?.signal
      let last: WebhookResult = 'error'
      const onResult = (attempt: WebhookAttempt): void => {
        const { status, seconds, error } = attempt
        last = webhookResult(error, status, signal)
        observer?.asked(name, last, seconds)
        options.onAttempt?.(attempt)
      }
      let isAsked = false
      try {
        if (!isMatching(spec)) return { decision: 'no-opinion', reason: '' }
        isAsked = true
        return resultOf(await ask(JSON.stringify(spec), spec, { signal, onResult }))
      } catch (error) {
        if (isAsked && decisionOnError === 'no-opinion' && signal?.aborted !== true) observer?.failedOpen(name, last)
        return { decision: decisionOnError, reason: '', error }
      }
    },
    rulesFor: async () => ({
      resourceRules: [],
      nonResourceRules: [],
      incomplete: true,
      errors: ['webhook authorizer does not support user rule resolution'],
    }),
  }
}

function resultOf({ allowed, denied, reason = '' }: ReviewStatus): AuthorizationResult {
  if (denied && allowed) {
    const error = new Error('webhook subject access review returned both allow and deny response')
    return { decision: 'deny', reason, error }
  }
  if (denied) return { decision: 'deny', reason }
  return { decision: allowed ? 'allow' : 'no-opinion', reason }
}

function renamedGroups(spec: object): object {
  const { groups, ...rest } = spec as { groups?: readonly string[] }
  return groups === undefined ? rest : { ...rest, group: groups }
}

interface Asking {
  readonly signal: AbortSignal | undefined
  readonly onResult: (attempt: WebhookAttempt) => void
}

interface PostOptions extends Asking {
  readonly timeout: number | undefined
  readonly clock: Clock
}

function webhookResult(error: unknown, status: number, signal: AbortSignal | undefined): WebhookResult {
  if (error === undefined) return 'success'
  if (signal?.aborted === true) return 'canceled'
  return status === 504 || (error as Error).name === 'TimeoutError' ? 'timeout' : 'error'
}

async function post(
  webhook: Webhook,
  review: object,
  { signal, timeout, clock, onResult }: PostOptions,
): Promise<ReviewStatus> {
  const reason = new DOMException('context deadline exceeded', 'TimeoutError')
  const limit = timeout === undefined ? undefined : deadline(signal, timeout, { clock, reason })
  try {
    const bytes = await webhook.post(Buffer.from(JSON.stringify(review)), limit?.signal ?? signal, onResult)
    const answer = JSON.parse(Buffer.from(bytes).toString('utf8')) as { kind?: string; status?: ReviewStatus } | null
    if (answer?.kind !== 'SubjectAccessReview') throw new Error('webhook did not answer with a SubjectAccessReview')
    return answer.status ?? {}
  } finally {
    limit?.stop()
  }
}
