import type { Clock } from 'apimachinery/wait'
import { type AnonymousOptions, orAnonymous } from '../authentication/anonymous.js'
import { audienceAgnostic } from '../authentication/audience-agnostic.js'
import { withAuthenticatedGroup, withAuthenticatedTokenGroup } from '../authentication/authenticated-group.js'
import type { AuthenticationMetrics } from '../authentication/authentication-metrics.js'
import type { Authenticator, TokenAuthenticator } from '../authentication/authenticator.js'
import { bearerTokenAuthenticator } from '../authentication/bearer-token.js'
import { bootstrapTokenAuthenticator } from '../authentication/bootstrap-token.js'
import { openIDMetadata } from '../authentication/service-account/openid-metadata.js'
import { cachedTokenAuthenticator } from '../authentication/token-cache.js'
import { unionAuthenticator, unionTokenAuthenticator } from '../authentication/union.js'
import type { BuiltInStores } from '../kinds/built-in-stores.js'
import type { GenericAPIServer } from '../server/generic-api-server.js'
import type { Loopback } from '../server/loopback.js'
import { bootstrapSecret } from './bootstrap-secret.js'
import type { ServiceAccountOptions, ServiceAccountTokens } from './service-account-tokens.js'

/** How the server finds out who makes a request. */
export interface AuthenticationOptions {
  /** Tried before the server's own authenticators. */
  readonly authenticators?: readonly Authenticator[] | undefined
  /** For tokens without audiences, such as those of a token file. */
  readonly tokenAuthenticators?: readonly TokenAuthenticator[] | undefined
  /** For tokens that do; they are tried after those of service accounts. */
  readonly audienceTokenAuthenticators?: readonly TokenAuthenticator[] | undefined
  /** An object names the paths; default true, and false with `AlwaysAllow`, which would let everybody do everything. */
  readonly anonymousAuth?: boolean | AnonymousOptions | undefined
  readonly serviceAccounts?: ServiceAccountOptions | undefined
  /** Takes secrets `bootstrap-token-*` of `kube-system` as tokens of new nodes; default false. */
  readonly bootstrapTokens?: boolean | undefined
  /** `host:port` under which clients outside reach the server; for documents that name it. */
  readonly externalAddress?: string | undefined
}

/** What the options come down to. */
export interface ServerAuthentication {
  readonly authenticator: Authenticator
  /** For reviews of tokens. */
  readonly tokens: TokenAuthenticator
  readonly audiences: readonly string[]
}

/** What the server brings along. */
export interface AuthenticationParts {
  readonly loopback: Loopback
  readonly serviceAccounts: ServiceAccountTokens
  readonly clock: Clock
  readonly stores: BuiltInStores
  readonly metrics: AuthenticationMetrics
}

/** Puts authenticators together, in upstream's order. Source: `Config.New` of pkg/kubeapiserver/authenticator in Kubernetes. */
export function serverAuthentication(options: AuthenticationOptions, parts: AuthenticationParts): ServerAuthentication {
  const { audiences } = parts.serviceAccounts
  const tokens = tokensOf(options, parts)
  const { authenticators = [], anonymousAuth = false } = options
  const known = withAuthenticatedGroup(
    unionAuthenticator(...authenticators, bearerTokenAuthenticator(tokens, audiences)),
  )
  return {
    authenticator: anonymousAuth === false ? known : orAnonymous(known, anonymousAuth === true ? {} : anonymousAuth),
    tokens: withAuthenticatedTokenGroup(tokens),
    audiences,
  }
}

/** Tokens of the server itself, those that it was given, and those of service accounts. */
function tokensOf(options: AuthenticationOptions, parts: AuthenticationParts): TokenAuthenticator {
  const { loopback, serviceAccounts, clock, metrics } = parts
  const given = unionTokenAuthenticator(loopback, ...(options.tokenAuthenticators ?? []))
  return unionTokenAuthenticator(
    audienceAgnostic(given, serviceAccounts.audiences),
    ...bootstrapTokens(options, parts),
    cachedTokenAuthenticator(serviceAccounts.authenticator, {
      successTTL: 10_000,
      failureTTL: 0,
      clock,
      observer: metrics.tokenCache,
    }),
    ...(options.audienceTokenAuthenticators ?? []),
  )
}

function bootstrapTokens({ bootstrapTokens }: AuthenticationOptions, parts: AuthenticationParts): TokenAuthenticator[] {
  if (bootstrapTokens !== true) return []
  const { stores, clock, serviceAccounts } = parts
  const tokens = bootstrapTokenAuthenticator({
    secret: (name) => bootstrapSecret(stores, name),
    clock,
  })
  return [audienceAgnostic(tokens, serviceAccounts.audiences)]
}

/** Publishes what others verify tokens of service accounts with; false where the issuer cannot be found that way. */
export function installOpenIDMetadata(
  { router, logger }: GenericAPIServer,
  tokens: ServiceAccountTokens,
  options: AuthenticationOptions,
): boolean {
  const jwksURI = options.serviceAccounts?.jwksURI
  const documents = openIDMetadata({
    issuer: tokens.issuers[0]!,
    externalAddress: options.externalAddress ?? 'localhost:6443',
    keys: tokens.keys,
    jwksURI,
  })
  if (documents === undefined) {
    logger.warn({ issuer: tokens.issuers[0] }, 'service account issuer is no HTTPS URL: no OpenID configuration')
    return false
  }
  router.handleService('/.well-known/openid-configuration', documents.configuration)
  router.handleService('/openid/v1/jwks', documents.keys)
  return true
}
