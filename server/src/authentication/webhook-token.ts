import { TokenReview } from 'apimachinery/api/authentication/v1'
import { TokenReview as BetaTokenReview } from 'apimachinery/api/authentication/v1beta1'
import type { Clock } from 'apimachinery/wait'
import { deadline } from '../internal/deadline.js'
import { reviewReader } from '../internal/webhook/read-review.js'
import type { Webhook, WebhookAnswer, WebhookAttempt } from '../internal/webhook/webhook.js'
import { AuthenticationError } from './authentication-error.js'
import type { Authentication, TokenAuthenticator, TokenContext } from './authenticator.js'

/** Settings of the token review webhook. */
export interface WebhookTokenOptions {
  readonly webhook: Webhook
  /** Version of `TokenReview` that is sent. */
  readonly version: 'v1' | 'v1beta1'
  /** Audiences of answers that name none. */
  readonly implicitAudiences: readonly string[]
  /** How long a question may take with all attempts; unlimited where absent. */
  readonly timeout?: { readonly milliseconds: number; readonly clock: Clock } | undefined
  /** Called for each attempt. */
  readonly onAttempt?: ((attempt: WebhookAttempt) => void) | undefined
}

type Review = TokenReview | BetaTokenReview
type ReviewStatus = NonNullable<TokenReview['status']>

/**
 * Authenticates with `TokenReview` of another server: a webhook, or the main cluster of a server behind an aggregator.
 *
 * Source: k8s.io/apiserver/plugin/pkg/authenticator/token/webhook.
 */
export function webhookTokenAuthenticator(options: WebhookTokenOptions): TokenAuthenticator {
  const { webhook, version, implicitAudiences, timeout, onAttempt } = options
  const read: (answer: WebhookAnswer) => Review = reviewReader<Review>(version === 'v1' ? TokenReview : BetaTokenReview)
  return {
    async authenticateToken(token: string, { audiences: wanted, signal }: TokenContext) {
      const review = {
        kind: 'TokenReview',
        apiVersion: `authentication.k8s.io/${version}`,
        metadata: {},
        spec: { token, ...(wanted.length > 0 && { audiences: wanted }) },
        status: { user: {} },
      }
      const limit = timeout && deadline(signal, timeout.milliseconds, { clock: timeout.clock, reason: late() })
      let status: ReviewStatus
      try {
        const body = Buffer.from(JSON.stringify(review))
        status = read(await webhook.post(body, limit?.signal ?? signal, onAttempt)).status ?? {}
      } finally {
        limit?.stop()
      }
      let audiences: readonly string[] | undefined
      if (wanted.length > 0) {
        const given = status.audiences?.length ? status.audiences : implicitAudiences
        audiences = wanted.filter((audience) => given.includes(audience))
        if (audiences.length === 0) return undefined
      }
      if (status.authenticated === true) return authenticationOf(status, audiences)
      if (status.error) throw new AuthenticationError(status.error)
      return undefined
    },
  }
}

const late = (): Error => new DOMException('context deadline exceeded', 'TimeoutError')

function authenticationOf({ user = {} }: ReviewStatus, audiences: readonly string[] | undefined): Authentication {
  return {
    user: {
      name: user.username ?? '',
      uid: user.uid ?? '',
      groups: user.groups ?? [],
      extra: Object.fromEntries(Object.entries(user.extra ?? {})),
    },
    audiences,
  }
}
