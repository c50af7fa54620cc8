import type { PassiveClock } from 'apimachinery/wait'
import { AuthenticationError } from '../authentication-error.js'
import { compactToken } from '../compact-token.js'
import { goStrings } from '../go-strings.js'
import type { Claims } from './claim-mapper.js'
import type { IssuerKeys } from './issuer-keys.js'
import { checkTime, registeredClaims } from './registered-claims.js'

/** What a token has to show. */
export interface TokenRequirements {
  readonly audiences: readonly string[]
  readonly signingAlgorithms: readonly string[]
}

/** Input of an {@link IDTokenVerifier}. */
export interface VerifierOptions {
  readonly keys: IssuerKeys
  readonly clock: PassiveClock
}

/**
 * Verifies ID tokens of one issuer: signature, issuer, audience and time.
 *
 * Source: `IDTokenVerifier` of github.com/coreos/go-oidc, and `idTokenVerifier` of the plugin.
 */
export class IDTokenVerifier {
  readonly #issuer: string
  readonly #requirements: TokenRequirements
  readonly #options: VerifierOptions

  constructor(issuer: string, requirements: TokenRequirements, options: VerifierOptions) {
    this.#issuer = issuer
    this.#requirements = requirements
    this.#options = options
  }

  /** The claims of a valid token. Throws `AuthenticationError` with the reason for others. */
  async verify(token: string): Promise<Claims> {
    const { keys, clock } = this.#options
    const { signingAlgorithms } = this.#requirements
    const header = compactToken(token)?.header
    if (header === undefined) throw new AuthenticationError('oidc: malformed jwt')
    const alg = typeof header.alg === 'string' ? header.alg : ''
    if (!signingAlgorithms.includes(alg)) {
      const names = `expected ${goStrings([...signingAlgorithms])} got ${JSON.stringify(alg)}`
      throw new AuthenticationError(`oidc: id token signed with unsupported algorithm, ${names}`)
    }
    const payload = await keys.verify(token, { ...header, alg })
    const claims: Claims = JSON.parse(new TextDecoder().decode(payload))
    const registered = registeredClaims(claims)
    checkClaimSources(claims)
    if (!isSameIssuer(this.#issuer, registered.issuer)) {
      const names = `expected ${JSON.stringify(this.#issuer)} got ${JSON.stringify(registered.issuer)}`
      throw new AuthenticationError(`oidc: id token issued by a different provider, ${names}`)
    }
    // As Go does it: a single audience comes first.
    const isSingle = this.#requirements.audiences.length === 1
    if (isSingle) this.#checkAudience(registered.audiences)
    checkTime(registered, clock.now())
    if (!isSingle) this.#checkAudience(registered.audiences)
    return claims
  }

  #checkAudience(audiences: readonly string[]): void {
    const wanted = this.#requirements.audiences
    if (audiences.some((audience) => wanted.includes(audience))) return
    const [only = ''] = wanted
    const expected = wanted.length === 1 ? JSON.stringify(only) : `in ${goStrings([...wanted].sort())}`
    throw new AuthenticationError(`oidc: expected audience ${expected} got ${goStrings([...audiences])}`)
  }
}

const google = 'https://accounts.google.com'

/** Whether a token is of an issuer, by its claim `iss`: Google leaves the scheme out. */
export function isSameIssuer(issuer: string, claimed: string | undefined): boolean {
  return claimed === issuer || (issuer === google && claimed === 'accounts.google.com')
}

/** Each claim that is elsewhere has to name a source that there is. */
function checkClaimSources(claims: Claims): void {
  const names = stringsIn(claims, '_claim_names')
  const sources = claims._claim_sources ?? {}
  if (!isObject(sources) || !Object.values(sources).every((source) => source === null || isObject(source))) {
    throw new AuthenticationError('oidc: failed to unmarshal claims: _claim_sources must be an object of objects')
  }
  for (const source of Object.values(names)) {
    if (source === '') throw new AuthenticationError('oidc: failed to obtain source from claim name')
    if (!Object.hasOwn(sources, source)) throw new AuthenticationError('oidc: source does not exist')
  }
}

function stringsIn(claims: Claims, name: string): Readonly<Record<string, string>> {
  const value = claims[name] ?? {}
  if (!isObject(value) || !Object.values(value).every((each) => each === null || typeof each === 'string')) {
    throw new AuthenticationError(`oidc: failed to unmarshal claims: ${name} must be an object of strings`)
  }
  return Object.fromEntries(Object.entries(value).map(([key, text]) => [key, text ?? '']))
}

function isObject(value: unknown): value is Readonly<Record<string, string | null>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
