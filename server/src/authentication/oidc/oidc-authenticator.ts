import { messageOf } from 'apimachinery/errors'
import type { PassiveClock } from 'apimachinery/wait'
import { AuthenticationError } from '../authentication-error.js'
import type { Authentication, TokenAuthenticator, TokenContext } from '../authenticator.js'
import { JSONWebTokens } from '../json-web-tokens.js'
import { ClaimMapper } from './claim-mapper.js'
import { DistributedClaims } from './distributed-claims.js'
import type { FetchDocument } from './fetch-document.js'
import { IDTokenVerifier, isSameIssuer } from './id-token-verifier.js'
import { IssuerKeys, type IssuerKeysOptions } from './issuer-keys.js'
import type { IssuerObserver } from './issuer-observer.js'
import type { JWTAuthenticatorConfig } from './jwt-configuration.js'

const asymmetric = ['RS256', 'RS384', 'RS512', 'ES256', 'ES384', 'ES512', 'PS256', 'PS384', 'PS512']

/** Settings for the verification of an issuer's tokens. */
export interface OIDCOptions {
  readonly fetch: FetchDocument
  readonly clock: PassiveClock
  /** Audiences of the API server, given to whom the issuer vouches for. */
  readonly apiAudiences?: readonly string[] | undefined
  /** For metrics. */
  readonly observer?: IssuerObserver | undefined
}

/**
 * Authenticates ID tokens of one issuer. Ignores tokens of others; throws for invalid ones of its own.
 *
 * Source: k8s.io/apiserver/plugin/pkg/authenticator/token/oidc.
 * @throws AuthenticationError for expressions that cannot be compiled.
 */
export function oidcAuthenticator(config: JWTAuthenticatorConfig, options: OIDCOptions): TokenAuthenticator {
  const { issuer, claimMappings, signingAlgorithms = asymmetric } = config
  const { fetch, clock, apiAudiences = [], observer } = options
  const mapper = new ClaimMapper(config)
  const tokens = new JSONWebTokens()
  const newVerifier = (url: string, onRead?: IssuerKeysOptions['onRead']): IDTokenVerifier => {
    const discoveryURL = url === issuer.url ? issuer.discoveryURL : undefined
    const keys = new IssuerKeys({ issuer: url, discoveryURL, fetch, clock, tokens, onRead })
    return new IDTokenVerifier(url, { audiences: issuer.audiences, signingAlgorithms }, { keys, clock })
  }
  const verifier = newVerifier(issuer.url, observer?.keysRead)
  const groupsClaim = claimMappings.groups?.claim || undefined
  const distributed =
    groupsClaim && new DistributedClaims(groupsClaim, { fetch, tokens, newVerifier: (url) => newVerifier(url) })
  const judge: TokenAuthenticator = {
    async authenticateToken(token: string, context: TokenContext): Promise<Authentication | undefined> {
      const own = await explained('verify token', () => verifier.verify(token))
      const claims = distributed
        ? await explained('could not expand distributed claims', () => distributed.expand(own))
        : own
      const user = mapper.userOf(claims)
      const wanted =
        context.audiences.length === 0 ? apiAudiences : context.audiences.filter((each) => apiAudiences.includes(each))
      if (context.audiences.length > 0 && apiAudiences.length > 0 && wanted.length === 0) return undefined
      return { user, audiences: wanted.length > 0 ? wanted : undefined }
    },
  }
  return {
    async authenticateToken(token, context) {
      if (!isSameIssuer(issuer.url, tokens.issuerOf(token))) return undefined
      const start = performance.now()
      const report = (succeeded: boolean): void =>
        observer?.authenticated(succeeded, (performance.now() - start) / 1000)
      try {
        const found = await judge.authenticateToken(token, context)
        if (found !== undefined) report(true)
        return found
      } catch (error) {
        report(false)
        throw error
      }
    },
  }
}

async function explained<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new AuthenticationError(`oidc: ${what}: ${messageOf(error)}`, { cause: error })
  }
}
