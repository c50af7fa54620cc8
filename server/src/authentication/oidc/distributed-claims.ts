import { messageOf } from 'apimachinery/errors'
import { AuthenticationError } from '../authentication-error.js'
import type { JSONWebTokens } from '../json-web-tokens.js'
import type { Claims } from './claim-mapper.js'
import type { FetchDocument } from './fetch-document.js'
import type { IDTokenVerifier } from './id-token-verifier.js'

/** Input of {@link DistributedClaims}. */
export interface DistributedClaimsOptions {
  readonly fetch: FetchDocument
  readonly tokens: JSONWebTokens
  /** Verifies tokens of any issuer that a source of claims names. */
  readonly newVerifier: (issuer: string) => IDTokenVerifier
}

/** Where claims are. */
interface ClaimSource {
  readonly endpoint?: string | undefined
  readonly access_token?: string | undefined
}

/**
 * Fetches one claim from where a verified token says that it is (`_claim_names`, `_claim_sources`). What is there is a token of
 * its own, of an issuer of its own.
 *
 * Source: `claimResolver` of k8s.io/apiserver/plugin/pkg/authenticator/token/oidc; OpenID Connect Core 1.0, section 5.6.2.
 */
export class DistributedClaims {
  readonly #claim: string
  readonly #options: DistributedClaimsOptions
  readonly #verifiers = new Map<string, IDTokenVerifier>()

  constructor(claim: string, options: DistributedClaimsOptions) {
    this.#claim = claim
    this.#options = options
  }

  /** The claims of a verified token with the distributed one; as they are where it is not. Throws `AuthenticationError` if it cannot be had. */
  async expand(claims: Claims): Promise<Claims> {
    if (Object.hasOwn(claims, this.#claim)) return claims
    const { _claim_names: names, _claim_sources: sources } = claims
    if (names === undefined) return claims
    if (sources === undefined) throw new AuthenticationError('oidc: no claim sources')
    const name = ownValue(names, this.#claim) as string | undefined
    if (name === undefined) return claims
    const source = ownValue(sources, name) as ClaimSource | null | undefined
    if (source === undefined) {
      throw new AuthenticationError(`id token _claim_names contained a source ${name} missing in _claims_sources`)
    }
    // One without an address may be of aggregated claims, which are not read.
    if (typeof source?.endpoint !== 'string' || source.endpoint === '') return claims
    return { ...claims, [this.#claim]: await this.#resolve(source.endpoint, source.access_token || undefined) }
  }

  async #resolve(endpoint: string, bearer: string | undefined): Promise<unknown> {
    const token = await this.#fetch(endpoint, bearer)
    const issuer = this.#options.tokens.issuerOf(token)
    if (issuer === undefined) {
      throw new AuthenticationError(
        `getting untrusted issuer from endpoint ${endpoint} failed for claim "${this.#claim}"`,
      )
    }
    let claims: Claims
    try {
      claims = await this.#verifierOf(issuer).verify(token)
    } catch (error) {
      throw new AuthenticationError(`verify distributed claim token: ${messageOf(error)}`, { cause: error })
    }
    if (!Object.hasOwn(claims, this.#claim)) {
      const place = JSON.stringify(endpoint)
      throw new AuthenticationError(
        `jwt returned by distributed claim endpoint ${place} did not contain claim: ${this.#claim}`,
      )
    }
    return claims[this.#claim]
  }

  async #fetch(endpoint: string, bearer: string | undefined): Promise<string> {
    try {
      const { status, statusText, text } = await this.#options.fetch(endpoint, bearer)
      if (status >= 200 && status <= 226) return text
      throw new AuthenticationError(`error while getting distributed claim JWT: ${status} ${statusText}`)
    } catch (error) {
      throw new AuthenticationError(`while getting distributed claim "${this.#claim}": ${messageOf(error)}`, {
        cause: error,
      })
    }
  }

  #verifierOf(issuer: string): IDTokenVerifier {
    let verifier = this.#verifiers.get(issuer)
    if (verifier === undefined) {
      verifier = this.#options.newVerifier(issuer)
      this.#verifiers.set(issuer, verifier)
    }
    return verifier
  }
}

function ownValue(object: unknown, name: string): unknown {
  const members = object as Readonly<Record<string, unknown>> | null
  return members !== null && Object.hasOwn(members, name) ? members[name] : undefined
}
