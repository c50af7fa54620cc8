import type { Clock } from '../../internal/clock.js'
import type { Authentication, TokenAuthenticator, TokenContext } from '../authenticator.js'
import { goStrings } from '../go-strings.js'
import { JSONWebTokens } from '../json-web-tokens.js'
import { ClaimMapper, type Claims } from './claim-mapper.js'
import { type FetchJSON, IssuerKeys } from './issuer-keys.js'
import type { IssuerObserver } from './issuer-observer.js'
import type { JWTAuthenticatorConfig } from './jwt-configuration.js'
import { checkTime, registeredClaims } from './registered-claims.js'

const asymmetric = ['RS256', 'RS384', 'RS512', 'ES256', 'ES384', 'ES512', 'PS256', 'PS384', 'PS512']

/** Settings for the verification of an issuer's tokens. */
export interface OIDCOptions {
  readonly fetchJSON: FetchJSON
  readonly clock: Pick<Clock, 'now'>
  /** Audiences of the API server, given to whom the issuer vouches for. */
  readonly apiAudiences?: readonly string[]
  /** For metrics. */
  readonly observer?: IssuerObserver
}

/**
 * Authenticates ID tokens of one issuer. Ignores tokens of others; throws for invalid ones of its own.
 *
 * Source: k8s.io/apiserver/plugin/pkg/authenticator/token/oidc.
 * @throws Error for expressions that cannot be compiled.
 */
export function oidcAuthenticator(config: JWTAuthenticatorConfig, options: OIDCOptions): TokenAuthenticator {
  const { issuer, signingAlgorithms = asymmetric } = config
  const { fetchJSON, clock, apiAudiences = [], observer } = options
  const mapper = new ClaimMapper(config)
  const tokens = new JSONWebTokens()
  const keys = new IssuerKeys({
    issuer: issuer.url,
    discoveryURL: issuer.discoveryURL,
    fetchJSON,
    clock,
    tokens,
    ...(observer && { onRead: observer.keysRead }),
  })
  const judge: TokenAuthenticator = {
    async authenticateToken(token: string, context: TokenContext): Promise<Authentication | undefined> {
      const jose = await tokens.library()
      const { claims, audiences } = await verified(async () => {
        const { payload } = await jose.compactVerify(token, keys.find, { algorithms: [...signingAlgorithms] })
        const claims = JSON.parse(new TextDecoder().decode(payload)) as Claims
        const registered = registeredClaims(claims)
        checkTime(registered, clock.now())
        return { claims, audiences: registered.audiences }
      })
      if (!audiences.some((audience) => issuer.audiences.includes(audience))) {
        throw new Error(
          `oidc: verify token: oidc: expected audience in ${goStrings([...issuer.audiences].sort())} got ${goStrings(audiences)}`,
        )
      }
      const user = mapper.userOf(claims)
      const wanted =
        context.audiences.length === 0 ? apiAudiences : context.audiences.filter((each) => apiAudiences.includes(each))
      if (context.audiences.length > 0 && apiAudiences.length > 0 && wanted.length === 0) return undefined
      return { user, ...(wanted.length > 0 && { audiences: wanted }) }
    },
  }
  return {
    async authenticateToken(token, context) {
      if ((await tokens.issuerOf(token)) !== issuer.url) return undefined
      const start = performance.now()
      const tell = (succeeded: boolean): void => observer?.authenticated(succeeded, (performance.now() - start) / 1000)
      try {
        const found = await judge.authenticateToken(token, context)
        if (found !== undefined) tell(true)
        return found
      } catch (error) {
        tell(false)
        throw error
      }
    },
  }
}

async function verified<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify()
  } catch (error) {
    throw new Error(`oidc: verify token: ${(error as Error).message}`)
  }
}
