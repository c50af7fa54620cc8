import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { MachineryError } from 'apimachinery/errors'
import { toAggregate } from 'apimachinery/validation'
import { systemClock } from 'apimachinery/wait'
import type { AnonymousOptions } from '../../authentication/anonymous.js'
import { parseAuthenticationConfiguration } from '../../authentication/authentication-configuration.js'
import type { AuthenticationMetrics } from '../../authentication/authentication-metrics.js'
import type { TokenAuthenticator } from '../../authentication/authenticator.js'
import { httpsFetch } from '../../authentication/oidc/https-fetch.js'
import type { IssuerObserver } from '../../authentication/oidc/issuer-observer.js'
import type { JWTAuthenticatorConfig } from '../../authentication/oidc/jwt-configuration.js'
import { oidcAuthenticator } from '../../authentication/oidc/oidc-authenticator.js'
import { issuerProblems } from '../../authentication/oidc/validate-jwt-configuration.js'
import { cachedTokenAuthenticator } from '../../authentication/token-cache.js'
import { tokenFileAuthenticator } from '../../authentication/token-file.js'
import { unionTokenAuthenticator } from '../../authentication/union.js'
import { webhookTokenAuthenticator } from '../../authentication/webhook-token.js'
import type { ServiceAccountKey } from '../../certificates/certificate-files.js'
import { clientCertificates, frontProxies } from '../../flags/certificate-authenticators.js'
import { UsageError } from '../../flags/flag.js'
import type { FlagValues } from '../../flags/flag-values.js'
import type { Reloads } from '../../flags/reloads.js'
import { webhookFromKubeConfig } from '../../internal/webhook/webhook.js'
import type { AuthenticationOptions } from '../../kubernetes/server-authentication.js'
import { serviceAccountOptions } from './service-account-options.js'

/** The credentials that the server made for itself. */
export interface OwnCredentials {
  /** PEM of the authority of its client certificates. */
  readonly authority: string
  /** PEM of the key that signs tokens where no other is named. */
  readonly serviceAccountKey: ServiceAccountKey
}

/** The file reloads and the observers of authentication. */
export interface AuthenticationContext {
  readonly reloads: Reloads
  readonly metrics: AuthenticationMetrics
}

/** Authentication by flags. Throws `UsageError`, and errors of files. */
export async function authenticationOptions(
  flags: FlagValues,
  own: OwnCredentials,
  { reloads, metrics }: AuthenticationContext,
): Promise<AuthenticationOptions> {
  const { jwt, anonymous } = structured(flags)
  const serviceAccounts = await serviceAccountOptions(flags, own.serviceAccountKey)
  const issuers = serviceAccounts.issuers?.length
    ? serviceAccounts.issuers
    : ['https://kubernetes.default.svc.cluster.local']
  const apiAudiences = serviceAccounts.audiences?.length ? serviceAccounts.audiences : issuers
  const tokenFile = flags.text('token-auth-file')
  return {
    authenticators: [
      ...frontProxies(flags, reloads),
      ...clientCertificates(flags, reloads, {
        own: [new X509Certificate(own.authority)],
        onExpiration: metrics.certificateExpires,
      }),
    ],
    tokenAuthenticators:
      tokenFile === undefined ? [] : [tokenFileAuthenticator(readFileSync(tokenFile, 'utf8'), tokenFile)],
    audienceTokenAuthenticators: [
      issuerAuthenticator(flags, jwt, { apiAudiences, reloads, metrics }),
      ...(await webhook(flags, apiAudiences, metrics)),
    ],
    anonymousAuth: anonymous,
    bootstrapTokens: flags.boolean('enable-bootstrap-token-auth') ?? false,
    serviceAccounts,
  }
}

/** The file of `--authentication-config`, or what older flags say instead. */
function structured(flags: FlagValues): {
  readonly jwt: readonly JWTAuthenticatorConfig[]
  readonly anonymous: boolean | AnonymousOptions | undefined
} {
  const file = flags.text('authentication-config')
  const anonymousFlag = flags.boolean('anonymous-auth')
  const issuer = flags.text('oidc-issuer-url')
  if (file === undefined) {
    return { jwt: issuer === undefined ? [] : [oidcFlags(flags, issuer)], anonymous: anonymousFlag }
  }
  if (issuer !== undefined) throw new UsageError('authentication-config file and oidc-* flags are mutually exclusive')
  const { jwt, anonymous } = parseAuthenticationConfiguration(readFileSync(file, 'utf8'), ownIssuers(flags))
  if (anonymous !== undefined && anonymousFlag !== undefined) {
    throw new UsageError(
      '--anonymous-auth flag cannot be set when anonymous field is configured in authentication configuration file',
    )
  }
  return { jwt, anonymous: anonymous ?? anonymousFlag }
}

/** Issuers of tokens of service accounts: no others may have their names. */
function ownIssuers(flags: FlagValues): readonly string[] {
  return flags.list('service-account-issuer')
}

/** Source: `ToAuthenticationConfig` of pkg/kubeapiserver/options in Kubernetes. */
function oidcFlags(flags: FlagValues, url: string): JWTAuthenticatorConfig {
  const client = flags.text('oidc-client-id')
  if (client === undefined)
    throw new UsageError('oidc-issuer-url and oidc-client-id must be specified together when any oidc-* flags are set')
  const claim = flags.text('oidc-username-claim') ?? 'sub'
  const asked = flags.text('oidc-username-prefix')
  const prefix = asked === undefined && claim !== 'email' ? `${url}#` : asked === '-' ? '' : (asked ?? '')
  const groups = flags.text('oidc-groups-claim')
  const ca = flags.text('oidc-ca-file')
  const algorithms = flags.list('oidc-signing-algs')
  const config: JWTAuthenticatorConfig = {
    issuer: { url, audiences: [client], ...(ca !== undefined && { certificateAuthority: readFileSync(ca, 'utf8') }) },
    claimMappings: {
      username: { claim, prefix },
      ...(groups !== undefined && { groups: { claim: groups, prefix: flags.text('oidc-groups-prefix') ?? '' } }),
    },
    claimValidationRules: Object.entries(flags.map('oidc-required-claim')).map(([name, requiredValue]) => ({
      claim: name,
      requiredValue,
    })),
    signingAlgorithms: algorithms.length > 0 ? algorithms : ['RS256'],
  }
  const problems = toAggregate(issuerProblems([config], ownIssuers(flags)))
  if (problems !== undefined) throw problems
  return config
}

interface IssuerParts extends AuthenticationContext {
  readonly apiAudiences: readonly string[]
}

/** Tokens of the issuers that are configured now. */
function issuerAuthenticator(
  flags: FlagValues,
  configured: readonly JWTAuthenticatorConfig[],
  { apiAudiences, reloads, metrics }: IssuerParts,
): TokenAuthenticator {
  let observers: IssuerObserver[] = []
  const newIssuers = (jwt: readonly JWTAuthenticatorConfig[]): TokenAuthenticator =>
    unionTokenAuthenticator(
      ...jwt.map((config) => {
        const observer = metrics.issuer(config.issuer.url)
        observers.push(observer)
        return issuerOf(config, apiAudiences, observer)
      }),
    )
  let current = newIssuers(configured)
  const file = flags.text('authentication-config')
  if (file !== undefined) {
    const own = ownIssuers(flags)
    const text = readFileSync(file, 'utf8')
    const first = JSON.stringify(parseAuthenticationConfiguration(text, own).anonymous)
    const apply = async (changed: string): Promise<void> => {
      const { jwt, anonymous } = parseAuthenticationConfiguration(changed, own)
      if (JSON.stringify(anonymous) !== first) {
        throw new MachineryError('InvalidValue', 'anonymous: Forbidden: changed from initial configuration file')
      }
      const before = observers
      observers = []
      current = newIssuers(jwt)
      for (const each of before) each.removed()
    }
    reloads.add({ configuration: 'authentication', file, text, apply, insists: true })
  }
  return { authenticateToken: (token, audiences) => current.authenticateToken(token, audiences) }
}

function issuerOf(
  config: JWTAuthenticatorConfig,
  apiAudiences: readonly string[],
  observer: IssuerObserver,
): TokenAuthenticator {
  const fetch = httpsFetch(config.issuer.certificateAuthority)
  return oidcAuthenticator(config, { fetch, clock: systemClock, apiAudiences, observer })
}

async function webhook(
  flags: FlagValues,
  implicitAudiences: readonly string[],
  { tokenCache }: AuthenticationMetrics,
): Promise<TokenAuthenticator[]> {
  const file = flags.text('authentication-token-webhook-config-file')
  if (file === undefined) return []
  const version = flags.text('authentication-token-webhook-version') ?? 'v1beta1'
  if (version !== 'v1' && version !== 'v1beta1')
    throw new UsageError(`--authentication-token-webhook-version: unsupported version ${version}`)
  const asked = webhookTokenAuthenticator({
    webhook: await webhookFromKubeConfig(file, { clock: systemClock, random: Math.random }),
    version,
    implicitAudiences,
  })
  const ttl = flags.milliseconds('authentication-token-webhook-cache-ttl') ?? 120_000
  return [
    cachedTokenAuthenticator(asked, { successTTL: ttl, failureTTL: ttl, clock: systemClock, observer: tokenCache }),
  ]
}
