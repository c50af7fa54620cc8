import {
  type Distribution,
  defaultBuckets,
  type Histogram,
  type MetricsRegistry,
  type NumberFamily,
} from '@apimachinery/client/metrics'
import { newestRelease } from 'apimachinery/api/releases'
import { identityHash } from '../internal/identity-hash.js'
import type { IssuerObserver } from './oidc/issuer-observer.js'
import type { LegacyTokenKind } from './service-account/legacy-token-authenticator.js'
import type { TokenCacheObserver } from './token-cache.js'

const minute = 60
const hour = 60 * minute
const day = 24 * hour
const expirationBuckets = [
  0,
  30 * minute,
  hour,
  2 * hour,
  6 * hour,
  12 * hour,
  day,
  2 * day,
  4 * day,
  7 * day,
  30 * day,
  90 * day,
  180 * day,
  360 * day,
]

/**
 * Metrics of the authenticators: the cache of tokens, certificates of clients, tokens of service accounts and of issuers.
 *
 * Source: k8s.io/apiserver/pkg/authentication/token/cache, pkg/authentication/request/x509,
 * plugin/pkg/authenticator/token/oidc, and pkg/serviceaccount of Kubernetes.
 */
export class AuthenticationMetrics {
  /** Called for lookups of tokens in a cache. */
  readonly tokenCache: TokenCacheObserver
  readonly #expiration: Distribution
  readonly #tokens: Readonly<Record<ServiceAccountTokenKind, NumberFamily>>
  readonly #jwtSeconds: Histogram
  readonly #keysRead: NumberFamily
  readonly #keySets: NumberFamily
  readonly #server: string

  /** `serverID` is the identity of the server, as its lease has it. */
  /** `minorRelease`: of the release whose metrics these are; default: the newest. */
  constructor(registry: MetricsRegistry, serverID = '', minorRelease: number = newestRelease.minor) {
    this.#server = identityHash(serverID)
    this.tokenCache = tokenCacheMetrics(registry)
    this.#expiration = registry
      .histogram({
        name: 'apiserver_client_certificate_expiration_seconds',
        help: 'Distribution of the remaining lifetime on the certificate used to authenticate a request.',
        stability: 'ALPHA',
        buckets: expirationBuckets,
      })
      .labels()
    this.#tokens = serviceAccountMetrics(registry, minorRelease)
    const jwt = 'apiserver_authentication_jwt_authenticator'
    this.#jwtSeconds = registry.histogram({
      name: `${jwt}_latency_seconds`,
      help: 'Latency of jwt authentication operations in seconds. This is the time spent authenticating a token for cache miss only (i.e. when the token is not found in the cache).',
      stability: 'ALPHA',
      labelNames: ['jwt_issuer_hash', 'result'],
      buckets: [0.001, ...defaultBuckets],
    })
    this.#keysRead = registry.gauge({
      name: `${jwt}_jwks_fetch_last_timestamp_seconds`,
      help: 'Timestamp of the last successful or failed JWKS fetch split by result, api server identity and jwt issuer for the JWT authenticator.',
      stability: 'ALPHA',
      labelNames: ['apiserver_id_hash', 'jwt_issuer_hash', 'result'],
    })
    this.#keySets = registry.gauge({
      name: `${jwt}_jwks_fetch_last_key_set_info`,
      help: 'Information about the last JWKS fetched by the JWT authenticator with hash as label, split by api server identity and jwt issuer.',
      stability: 'ALPHA',
      labelNames: ['apiserver_id_hash', 'hash', 'jwt_issuer_hash'],
    })
  }

  /** A client certificate was checked; `seconds` is its remaining lifetime, negative when it has expired. */
  readonly certificateExpires = (seconds: number): void => this.#expiration.observe(seconds)

  /** A token of a service account was used; `stale` where its client should have read a newer one. */
  readonly serviceAccountToken = (kind: ServiceAccountTokenKind): void => this.#tokens[kind].labels().inc()

  /** Called for the tokens and the keys of one issuer. */
  issuer(url: string): IssuerObserver {
    const issuer = identityHash(url)
    let keySet: string | undefined
    return {
      authenticated: (succeeded, seconds) =>
        this.#jwtSeconds.labels(issuer, succeeded ? 'success' : 'failure').observe(seconds),
      keysRead: (at, document) => {
        const result = document === undefined ? 'failure' : 'success'
        this.#keysRead.labels(this.#server, issuer, result).set(at / 1000)
        if (document === undefined) return
        if (keySet !== undefined) this.#keySets.delete(this.#server, keySet, issuer)
        keySet = identityHash(document)
        this.#keySets.labels(this.#server, keySet, issuer).set(1)
      },
      removed: () => {
        if (keySet !== undefined) this.#keySets.delete(this.#server, keySet, issuer)
        for (const result of ['success', 'failure']) this.#keysRead.delete(this.#server, issuer, result)
      },
    }
  }
}

function tokenCacheMetrics(registry: MetricsRegistry): TokenCacheObserver {
  const family = { stability: 'ALPHA', labelNames: ['status'] } as const
  const prefix = 'authentication_token_cache'
  const seconds = registry.histogram({
    ...family,
    name: `${prefix}_request_duration_seconds`,
    help: '',
    buckets: defaultBuckets,
  })
  const requests = registry.counter({ ...family, name: `${prefix}_request_total`, help: '' })
  const fetches = registry.counter({ ...family, name: `${prefix}_fetch_total`, help: '' })
  const active = registry.gauge({ ...family, name: `${prefix}_active_fetch_count`, help: '' })
  return {
    requested: (status, took) => {
      requests.labels(status).inc()
      // Whole milliseconds, as upstream.
      seconds.labels(status).observe(Math.floor(took * 1000) / 1000)
    },
    active: (status, change) => active.labels(status).inc(change),
    fetched: (status) => fetches.labels(status).inc(),
  }
}

type ServiceAccountTokenKind = 'valid' | 'stale' | LegacyTokenKind

function serviceAccountMetrics(
  registry: MetricsRegistry,
  minorRelease: number,
): Record<ServiceAccountTokenKind, NumberFamily> {
  const isBeta = (name: string): boolean => minorRelease >= 37 && /^(legacy|valid|stale)_tokens_total$/.test(name)
  const counter = (name: string, help: string): NumberFamily =>
    registry.counter({ name: `serviceaccount_${name}`, help, stability: isBeta(name) ? 'BETA' : 'ALPHA' })
  return {
    legacy: counter('legacy_tokens_total', 'Cumulative legacy service account tokens used'),
    manual: counter('legacy_manual_token_uses_total', 'Cumulative manually created legacy tokens used'),
    auto: counter('legacy_auto_token_uses_total', 'Cumulative auto-generated legacy tokens used'),
    invalid: counter('invalid_legacy_auto_token_uses_total', 'Cumulative invalid auto-generated legacy tokens used'),
    valid: counter('valid_tokens_total', 'Cumulative valid projected service account tokens used'),
    stale: counter('stale_tokens_total', 'Cumulative stale projected service account tokens used'),
  }
}
