import { SubjectAccessReview } from 'apimachinery/api/authorization/v1'
import { SubjectAccessReview as BetaSubjectAccessReview } from 'apimachinery/api/authorization/v1beta1'
import { LRUCache } from 'apimachinery/collections'
import type { Clock } from 'apimachinery/wait'
import { reviewReader } from '../internal/webhook/read-review.js'
import type { Webhook, WebhookAnswer, WebhookAttempt } from '../internal/webhook/webhook.js'
import type { Cancellable } from '../request/cancellation.js'
import { AuthorizationError } from './authorization-error.js'
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
  readonly conditions?: ReviewConditions | undefined
  readonly clock: Clock
  /** For metrics; `default` where absent. */
  readonly name?: string | undefined
  readonly observer?: WebhookAuthorizerObserver | undefined
  /** Called for each attempt. */
  readonly onAttempt?: ((attempt: WebhookAttempt) => void) | undefined
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

type Review = SubjectAccessReview | BetaSubjectAccessReview
type ReviewStatus = Partial<Pick<NonNullable<Review['status']>, 'allowed' | 'denied' | 'reason'>>

const remembered = 8192
/** Characters of what a client chooses; longer questions are not remembered. */
const longestAttributes = 10_000

/**
 * Authorizes with `SubjectAccessReview` of another server: a webhook, or the main cluster of a server behind an aggregator.
 *
 * Source: k8s.io/apiserver/plugin/pkg/authorizer/webhook.
 */
export function webhookAuthorizer(
  options: WebhookAuthorizerOptions,
): Authorizer & RuleResolver & { readonly name: string } {
  const { webhook, version, decisionOnError, conditions, clock, observer, name = 'default' } = options
  const read: (answer: WebhookAnswer) => Review = reviewReader<Review>(
    version === 'v1' ? SubjectAccessReview : BetaSubjectAccessReview,
  )
  const cache = new LRUCache<string, { readonly status: ReviewStatus; readonly until: number }>({
    capacity: remembered,
  })
  const ask = async (
    key: string,
    spec: object,
    { signal, onResult, isShort }: ReviewOptions,
  ): Promise<ReviewStatus> => {
    const known = cache.get(key)
    if (known !== undefined && known.until > clock.now()) return known.status
    cache.delete(key)
    const apiVersion = `authorization.k8s.io/${version}`
    // The old version calls groups by one.
    const sent = version === 'v1' ? spec : renamedGroups(spec)
    const review = { kind: 'SubjectAccessReview', apiVersion, metadata: {}, spec: sent, status: { allowed: false } }
    const { status } = read(await webhook.post(Buffer.from(JSON.stringify(review)), signal, onResult))
    const ttl = status?.allowed === true ? options.authorizedTTL : options.unauthorizedTTL
    if (ttl > 0 && isShort) cache.set(key, { status: status ?? {}, until: clock.now() + ttl })
    return status ?? {}
  }
  const isMatching = (attributes: AuthorizationAttributes): boolean => {
    if (conditions === undefined || conditions.isEmpty) return true
    const start = performance.now()
    let outcome: 'matched' | 'excluded' | 'error' = 'error'
    try {
      const matches = conditions.match(attributes)
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
        if (!isMatching(attributes)) return { decision: 'no-opinion', reason: '' }
        isAsked = true
        const isShort = lengthOf(attributes) < longestAttributes
        return resultOf(await ask(JSON.stringify(spec), spec, { signal, onResult, isShort }))
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
    const error = new AuthorizationError('webhook subject access review returned both allow and deny response')
    return { decision: 'deny', reason, error }
  }
  if (denied) return { decision: 'deny', reason }
  return { decision: allowed ? 'allow' : 'no-opinion', reason }
}

function renamedGroups(spec: object): object {
  const { groups, ...rest }: { groups?: readonly string[] } = spec
  return groups === undefined ? rest : { ...rest, group: groups }
}

interface ReviewOptions {
  readonly signal: AbortSignal | undefined
  readonly onResult: (attempt: WebhookAttempt) => void
  readonly isShort: boolean
}

/** Characters that the client chooses. */
function lengthOf(attributes: AuthorizationAttributes): number {
  const { namespace, verb, apiGroup, apiVersion, resource, subresource, name, path } = attributes
  return Buffer.byteLength([namespace, verb, apiGroup, apiVersion, resource, subresource, name, path].join(''))
}

function webhookResult(error: unknown, status: number, signal: AbortSignal | undefined): WebhookResult {
  if (error === undefined) return 'success'
  if (signal?.aborted === true) return 'canceled'
  return status === 504 || (error as Error).name === 'TimeoutError' ? 'timeout' : 'error'
}
