import type { Webhook, WebhookAttempt } from '../internal/webhook/webhook.js'
import type { Authentication, TokenAuthenticator, TokenContext } from './authenticator.js'

/** Settings of the token review webhook. */
export interface WebhookTokenOptions {
  readonly webhook: Webhook
  /** Version of `TokenReview` that is sent. */
  readonly version: 'v1' | 'v1beta1'
  /** Audiences of answers that name none. */
  readonly implicitAudiences: readonly string[]
  /** Called for each attempt. */
  readonly onAttempt?: (attempt: WebhookAttempt) => void
}

/** The status of a review. */
interface ReviewStatus {
  readonly authenticated?: boolean
  readonly user?: {
    readonly username?: string
    readonly uid?: string
    readonly groups?: readonly string[]
    readonly extra?: Readonly<Record<string, readonly string[]>>
  }
  readonly audiences?: readonly string[]
  readonly error?: string
}

/**
 * Authenticates with `TokenReview` of another server: a webhook, or the main cluster of a server behind an aggregator.
 *
 * Source: k8s.io/apiserver/plugin/pkg/authenticator/token/webhook.
 */
export function webhookTokenAuthenticator(options: WebhookTokenOptions): TokenAuthenticator {
  const { webhook, version, implicitAudiences, onAttempt } = options
  return {
    async authenticateToken(token: string, { audiences: wanted, signal }: TokenContext) {
      const review = {
        kind: 'TokenReview',
        apiVersion: `authentication.k8s.io/${version}`,
        metadata: {},
        spec: { token, ...(wanted.length > 0 && { audiences: wanted }) },
        status: { user: {} },
      }
      const status = statusOf(await webhook.post(Buffer.from(JSON.stringify(review)), signal, onAttempt))
      let audiences: readonly string[] | undefined
      if (wanted.length > 0) {
        const given = status.audiences?.length ? status.audiences : implicitAudiences
        audiences = wanted.filter((audience) => given.includes(audience))
        if (audiences.length === 0) return undefined
      }
      if (status.authenticated === true) return authenticationOf(status, audiences)
      if (status.error) throw new Error(status.error)
      return undefined
    },
  }
}

/** Throws `Error` for a response that is not a review. */
function statusOf(bytes: Uint8Array): ReviewStatus {
  const review = JSON.parse(Buffer.from(bytes).toString('utf8')) as { kind?: string; status?: ReviewStatus } | null
  if (review?.kind !== 'TokenReview') throw new Error('webhook did not answer with a TokenReview')
  return review.status ?? {}
}

function authenticationOf({ user = {} }: ReviewStatus, audiences: readonly string[] | undefined): Authentication {
  return {
    user: {
      name: user.username ?? '',
      uid: user.uid ?? '',
      groups: user.groups ?? [],
      extra: Object.fromEntries(Object.entries(user.extra ?? {})),
    },
    ...(audiences !== undefined && { audiences }),
  }
}
