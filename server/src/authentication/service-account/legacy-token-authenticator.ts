import { timingSafeEqual } from 'node:crypto'
import { isDNS1123Label, isDNS1123Subdomain } from 'apimachinery/validation'
import { type PassiveClock, systemClock } from 'apimachinery/wait'
import { AuthenticationError } from '../authentication-error.js'
import type { Authentication, TokenAuthenticator, TokenContext } from '../authenticator.js'
import { compactToken } from '../compact-token.js'
import { JSONWebTokens } from '../json-web-tokens.js'
import { signedClaims, type VerificationKeys } from './signed-claims.js'
import { commonAudiences } from './token-audiences.js'
import { audiencesOf, serviceAccountGroups, serviceAccountUsername, stringClaim } from './token-claims.js'

/** The issuer of tokens that the controller manager keeps in secrets. */
export const legacyIssuer = 'kubernetes/serviceaccount'
export const lastUsedLabel = 'kubernetes.io/legacy-token-last-used'
export const invalidSinceLabel = 'kubernetes.io/legacy-token-invalid-since'

/** A secret of the type `kubernetes.io/service-account-token`. */
export interface TokenSecret {
  readonly namespace: string
  readonly name: string
  readonly uid: string
  readonly isDeleted: boolean
  /** What its key `token` holds, decoded. */
  readonly token: Uint8Array
  readonly labels: Readonly<Record<string, string>>
}

/** A service account, with the names of the secrets that it lists. */
export interface TokenAccount {
  readonly uid: string
  readonly isDeleted: boolean
  readonly secrets: readonly string[]
}

/** Where secrets and accounts are looked up, and the use of a secret is noted. */
export interface LegacyTokenStore {
  secret(namespace: string, name: string): Promise<TokenSecret | undefined>
  account(namespace: string, name: string): Promise<TokenAccount | undefined>
  /** Sets the label {@link lastUsedLabel}; failures are its own concern. */
  noteUse(secret: TokenSecret, date: string): Promise<void>
}

/** What is counted: a token without audiences, and of the others where it came from. */
export type LegacyTokenKind = 'legacy' | 'manual' | 'auto' | 'invalid'

/** Settings of {@link legacyTokenAuthenticator}. */
export interface LegacyTokenOptions {
  readonly keys: VerificationKeys
  /** Audiences of the API server, which such tokens are for. */
  readonly audiences: readonly string[]
  /** Without it a token stays good for ever (`--service-account-lookup=false`). */
  readonly store?: LegacyTokenStore | undefined
  readonly clock?: PassiveClock | undefined
  readonly onToken?: ((kind: LegacyTokenKind) => void) | undefined
}

interface LegacyClaims {
  readonly namespace: string
  readonly secret: string
  readonly account: string
  readonly uid: string
}

/**
 * Verifies tokens of service accounts that are kept in secrets: they have no end, and are good while their secret holds them.
 *
 * Source: `legacyValidator` of pkg/serviceaccount in Kubernetes.
 */
export function legacyTokenAuthenticator(options: LegacyTokenOptions): TokenAuthenticator {
  const tokens = new JSONWebTokens()
  const { keys, audiences: own, onToken } = options
  return {
    async authenticateToken(token: string, context: TokenContext): Promise<Authentication | undefined> {
      const read = compactToken(token)
      if (read === undefined || read.claims.iss !== legacyIssuer) return undefined
      const values = await signedClaims(token, read, { keys, tokens })
      const sub = stringClaim('sub', values.sub)
      const rules = { audiences: own, onLegacyToken: () => onToken?.('legacy') }
      const audiences = commonAudiences({ aud: audiencesOf(values.aud), sub }, rules, context)
      const claims = legacyClaims(values, sub)
      if (options.store !== undefined) await new LiveToken(token, claims, options).check(options.store, context)
      const { namespace, account, uid } = claims
      const name = serviceAccountUsername(namespace, account)
      return { user: { name, uid, groups: serviceAccountGroups(namespace), extra: {} }, audiences }
    },
  }
}

function legacyClaims(values: Readonly<Record<string, unknown>>, sub: string): LegacyClaims {
  const claim = (name: string): string => stringClaim(name, values[`kubernetes.io/serviceaccount/${name}`])
  const claims: LegacyClaims = {
    namespace: claim('namespace'),
    secret: claim('secret.name'),
    account: claim('service-account.name'),
    uid: claim('service-account.uid'),
  }
  if (sub === '') throw new AuthenticationError('sub claim is missing')
  if (claims.namespace === '') throw new AuthenticationError('namespace claim is missing')
  if (claims.secret === '') throw new AuthenticationError('secretName claim is missing')
  if (claims.account === '') throw new AuthenticationError('serviceAccountName claim is missing')
  if (claims.uid === '') throw new AuthenticationError('serviceAccountUID claim is missing')
  const isValid = isDNS1123Label(claims.namespace).length === 0 && isDNS1123Subdomain(claims.account).length === 0
  if (!isValid || sub !== serviceAccountUsername(claims.namespace, claims.account)) {
    throw new AuthenticationError('sub claim is invalid')
  }
  return claims
}

/** A token beside the secret that should hold it. */
class LiveToken {
  readonly #token: string
  readonly #claims: LegacyClaims
  readonly #options: Pick<LegacyTokenOptions, 'clock' | 'onToken'>

  constructor(token: string, claims: LegacyClaims, options: Pick<LegacyTokenOptions, 'clock' | 'onToken'>) {
    this.#token = token
    this.#claims = claims
    this.#options = options
  }

  async check(store: LegacyTokenStore, context: TokenContext): Promise<void> {
    const secret = await this.#secret(store)
    const account = await this.#account(store)
    if ((secret.labels[invalidSinceLabel] ?? '') !== '') {
      context.annotate?.('authentication.k8s.io/legacy-token-invalidated', `${secret.name}/${secret.namespace}`)
      this.#options.onToken?.('invalid')
      await this.#noteUse(store, secret)
      throw new AuthenticationError(this.#invalidText())
    }
    if (account.secrets.includes(secret.name)) {
      context.warn?.(autoGenerated)
      context.annotate?.('authentication.k8s.io/legacy-token-autogenerated-secret', secret.name)
      this.#options.onToken?.('auto')
    } else {
      context.annotate?.('authentication.k8s.io/legacy-token-manual-secret', secret.name)
      this.#options.onToken?.('manual')
    }
    await this.#noteUse(store, secret)
  }

  async #secret(store: LegacyTokenStore): Promise<TokenSecret> {
    const found = await store.secret(this.#claims.namespace, this.#claims.secret)
    if (found === undefined || found.isDeleted) throw new AuthenticationError('Token has been invalidated')
    const given = Buffer.from(this.#token)
    if (found.token.length !== given.length || !timingSafeEqual(found.token, given)) {
      throw new AuthenticationError("Token does not match server's copy")
    }
    return found
  }

  async #account(store: LegacyTokenStore): Promise<TokenAccount> {
    const { namespace, account, uid } = this.#claims
    const found = await store.account(namespace, account)
    if (found === undefined) throw new AuthenticationError(`serviceaccounts ${JSON.stringify(account)} not found`)
    if (found.isDeleted) throw new AuthenticationError(`ServiceAccount ${namespace}/${account} has been deleted`)
    if (found.uid !== uid)
      throw new AuthenticationError(`ServiceAccount UID (${found.uid}) does not match claim (${uid})`)
    return found
  }

  #invalidText(): string {
    const { namespace, secret, account } = this.#claims
    const which = `the token in secret ${namespace}/${secret} for service account ${namespace}/${account} has been marked invalid`
    const ways = 'Use tokens from the TokenRequest API or manually created secret-based tokens'
    return `${which}. ${ways}, or remove the '${invalidSinceLabel}' label from the secret to temporarily allow use of this token`
  }

  /** Once a day is enough; clocks of other servers may be a day ahead. */
  async #noteUse(store: LegacyTokenStore, secret: TokenSecret): Promise<void> {
    const now = (this.#options.clock ?? systemClock).now()
    const [today = '', tomorrow = ''] = [now, now + day].map((time) => new Date(time).toISOString().slice(0, 10))
    const before = secret.labels[lastUsedLabel]
    if (before !== today && before !== tomorrow) await store.noteUse(secret, today)
  }
}

const day = 24 * 60 * 60 * 1000
const autoGenerated =
  'Use tokens from the TokenRequest API or manually created secret-based tokens instead of auto-generated secret-based tokens.'
