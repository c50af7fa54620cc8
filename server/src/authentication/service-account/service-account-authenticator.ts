import { type PassiveClock, systemClock } from 'apimachinery/wait'
import type { RequestUser } from '../../request/context.js'
import { AuthenticationError } from '../authentication-error.js'
import type { Authentication, TokenAuthenticator, TokenContext } from '../authenticator.js'
import { compactToken } from '../compact-token.js'
import { JSONWebTokens } from '../json-web-tokens.js'
import { signedClaims, type VerificationKeys } from './signed-claims.js'
import { commonAudiences } from './token-audiences.js'
import {
  type KubernetesClaims,
  type ServiceAccountClaims,
  serviceAccountClaims,
  serviceAccountGroups,
  serviceAccountUsername,
} from './token-claims.js'
import type { BoundObject, TokenGetter } from './token-getter.js'

/** Seconds by which clocks may differ. */
const leeway = 60
const extraPrefix = 'authentication.kubernetes.io/'

/** Settings for tokens of service accounts. */
export interface ServiceAccountAuthenticatorOptions {
  /** Accepted values of `iss`; the first one signs. */
  readonly issuers: readonly string[]
  /** `keyID`: the name of the key that a token says it has. */
  readonly keys: VerificationKeys
  /** Audiences of tokens that name none. */
  readonly audiences: readonly string[]
  /** Without it a token stays good until it expires (`--service-account-lookup=false`). */
  readonly getter?: TokenGetter | undefined
  readonly clock?: PassiveClock | undefined
  /** Called for valid tokens. */
  readonly onToken?: ((kind: 'valid' | 'stale') => void) | undefined
}

/**
 * Verifies tokens of service accounts: signature, issuer, times, audience, and that the objects they are bound to exist.
 * Ignores tokens of other issuers; throws for invalid ones of its own.
 *
 * Source: `JWTTokenAuthenticator` and `validator` of pkg/serviceaccount in Kubernetes.
 */
export function serviceAccountAuthenticator(options: ServiceAccountAuthenticatorOptions): TokenAuthenticator {
  const tokens = new JSONWebTokens()
  return {
    async authenticateToken(token: string, context: TokenContext): Promise<Authentication | undefined> {
      const read = compactToken(token)
      if (read === undefined || !options.issuers.includes(read.claims.iss as string)) return undefined
      const claims = serviceAccountClaims(await signedClaims(token, read, { keys: options.keys, tokens }))
      const audiences = commonAudiences(claims, options, context)
      const now = new Date((options.clock ?? systemClock).now())
      checkTimes(claims, now)
      if (options.getter !== undefined) await checkBinding(claims['kubernetes.io'], options.getter, now)
      const isStale = noteStaleUse(claims, now, context)
      if (isStale !== undefined) options.onToken?.(isStale ? 'stale' : 'valid')
      return { user: userOf(claims), audiences }
    },
  }
}

function checkTimes({ exp, iat, nbf }: ServiceAccountClaims, now: Date): void {
  const seconds = now.getTime() / 1000
  if (seconds + leeway < nbf) throw new AuthenticationError('service account token is not valid yet')
  // A token that does not say when it ends has ended.
  if (seconds - leeway > exp) throw new AuthenticationError('service account token has expired')
  if (seconds + leeway < iat) throw new AuthenticationError('service account token is issued in the future')
}

async function checkBinding(claims: KubernetesClaims, getter: TokenGetter, now: Date): Promise<void> {
  const { namespace, serviceaccount, secret, pod, node } = claims
  const account = await getter.serviceAccount(namespace, serviceaccount.name)
  if (account === undefined) throw new AuthenticationError(`serviceaccounts "${serviceaccount.name}" not found`)
  if (account.uid !== serviceaccount.uid) {
    throw new AuthenticationError(`service account UID (${account.uid}) does not match claim (${serviceaccount.uid})`)
  }
  if (isGone(account, now)) throw invalidated()
  if (secret !== undefined) {
    checkBound(await getter.secret(namespace, secret.name), now, { kind: 'secret', ...secret })
  }
  if (pod !== undefined) checkBound(await getter.pod(namespace, pod.name), now, { kind: 'pod', ...pod })
  else if (node !== undefined) checkBound(await getter.node(node.name), now, { kind: 'node', ...node })
}

function checkBound(
  bound: BoundObject | undefined,
  now: Date,
  { kind, uid }: { kind: string; uid?: string | undefined },
): void {
  if (bound === undefined) throw invalidated()
  if (bound.uid !== uid) {
    throw new AuthenticationError(
      `${kind} UID (${bound.uid}) does not match service account ${kind} ref claim (${uid ?? ''})`,
    )
  }
  if (isGone(bound, now)) throw invalidated()
}

function isGone({ deletionTimestamp }: BoundObject, now: Date): boolean {
  return deletionTimestamp !== undefined && deletionTimestamp.getTime() < now.getTime() - leeway * 1000
}

function invalidated(): Error {
  return new AuthenticationError('service account token has been invalidated')
}

/** Reports whether a newer token should have been used; `undefined` for a token that is no pod's. */
function noteStaleUse(
  { sub, 'kubernetes.io': { warnafter } }: ServiceAccountClaims,
  now: Date,
  context: TokenContext,
): boolean | undefined {
  if (warnafter === undefined || warnafter === 0) return undefined
  const seconds = Math.floor(now.getTime() / 1000)
  if (seconds <= warnafter) return false
  const text = `subject: ${sub}, seconds after warning threshold: ${seconds - warnafter}`
  context.annotate?.('authentication.k8s.io/stale-token', text)
  return true
}

function userOf({ jti, 'kubernetes.io': claims }: ServiceAccountClaims): RequestUser {
  const { namespace, serviceaccount, pod, node } = claims
  const extra: [string, string[]][] = []
  const add = (key: string, value: string | undefined): void => {
    if (value !== undefined && value !== '') extra.push([extraPrefix + key, [value]])
  }
  if (typeof jti === 'string' && jti !== '') add('credential-id', `JTI=${jti}`)
  add('pod-name', pod?.name)
  add('pod-uid', pod?.uid)
  add('node-name', node?.name)
  add('node-uid', node?.uid)
  return {
    name: serviceAccountUsername(namespace, serviceaccount.name),
    uid: serviceaccount.uid ?? '',
    groups: serviceAccountGroups(namespace),
    extra: Object.fromEntries(extra),
  }
}
