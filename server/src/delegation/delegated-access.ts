import { Client, type RESTConfig } from '@apimachinery/client'
import type { MetricsRegistry } from '@apimachinery/client/metrics'
import { type Clock, systemClock } from 'apimachinery/wait'
import type { KnownNamespaces } from '../admission/plugins/namespace-lifecycle.js'
import { withAuthenticatedGroup } from '../authentication/authenticated-group.js'
import type { Authenticator, TokenAuthenticator } from '../authentication/authenticator.js'
import { bearerTokenAuthenticator } from '../authentication/bearer-token.js'
import { cachedTokenAuthenticator } from '../authentication/token-cache.js'
import { unionAuthenticator } from '../authentication/union.js'
import { webhookTokenAuthenticator } from '../authentication/webhook-token.js'
import { allowedPaths, privilegedGroups } from '../authorization/always.js'
import type { Authorizer } from '../authorization/authorizer.js'
import { unionAuthorizer } from '../authorization/union.js'
import { webhookAuthorizer } from '../authorization/webhook-authorizer.js'
import { webhookOver } from '../internal/webhook/webhook.js'
import { type DelegationObserver, delegationMetrics } from './delegation-metrics.js'
import { MainClusterNamespaces } from './main-cluster-namespaces.js'
import {
  type MainClusterClient,
  PublishedAuthentication,
  type PublishedAuthorities,
} from './published-authentication.js'

/** How a server behind an aggregator delegates to its main cluster. Times are milliseconds, 10,000 each by default. */
export interface DelegationSettings {
  readonly clock?: Clock | undefined
  /** From 0 to 1, for pauses between attempts. */
  readonly random?: (() => number) | undefined
  /** Audiences that tokens must have; those of the main cluster where absent. */
  readonly audiences?: readonly string[] | undefined
  /** How long the owner of a token is remembered. */
  readonly tokenTTL?: number | undefined
  /** How long an allowed request is remembered. */
  readonly authorizedTTL?: number | undefined
  /** How long a refused request is remembered. */
  readonly unauthorizedTTL?: number | undefined
  /** How long an answer may take. */
  readonly timeout?: number | undefined
  /** Paths that all users may read: `/healthz`, `/livez` and `/readyz` by default. */
  readonly alwaysAllowPaths?: readonly string[] | undefined
  /** Groups that may do everything: `system:masters` by default, as in every cluster. */
  readonly alwaysAllowGroups?: readonly string[] | undefined
  /** Front proxies and client certificates that the server itself trusts; they are tried first. */
  readonly authenticators?: readonly Authenticator[] | undefined
  /** Do not read from the main cluster which authorities sign certificates of front proxies and clients. */
  readonly skipLookup?: boolean | undefined
  /** Which of the two are not looked up: the server was given others. */
  readonly notLookedUp?: readonly PublishedAuthorities[] | undefined
  /** Continue if that cannot be read: until then, certificates authenticate no user. */
  readonly tolerateLookupFailure?: boolean | undefined
  /** Called for failed lookups. */
  readonly onError?: ((error: unknown) => void) | undefined
}

/** The main cluster: one configuration for everything, or a separate one for authorization. */
export interface DelegatedAccessOptions extends DelegationSettings {
  readonly config: RESTConfig
  /** `config` where absent. */
  readonly authorizationConfig?: RESTConfig | undefined
}

/** Authentication and authorization by the main cluster. A `GroupServer` takes it as its options. */
export interface DelegatedAccess {
  /** Front proxies, then client certificates, then tokens. */
  readonly authenticator: Authenticator
  readonly authorizer: Authorizer
  /** The namespaces of the main cluster, for `namespaceLifecycle`; followed once they are asked for. */
  readonly namespaces: KnownNamespaces
  /** Tokens alone. */
  readonly tokens: TokenAuthenticator
  /** Counts questions to the main cluster from now on, among the metrics of a server. */
  readonly addMetrics: (registry: MetricsRegistry) => void
  /** Ends what follows the main cluster, and the connections to it. */
  close(): Promise<void>
}

const tenSeconds = 10_000

/**
 * Delegates to the main cluster: token reviews, subject access reviews, and the authorities that
 * `kube-system/extension-apiserver-authentication` names, which is followed. Throws where that cannot be read.
 *
 * Source: `DelegatingAuthenticationOptions` and `DelegatingAuthorizationOptions` of k8s.io/apiserver/pkg/server/options.
 */
export async function delegatedAccess(options: DelegatedAccessOptions): Promise<DelegatedAccess> {
  const { config, authorizationConfig } = options
  const client = await Client.connect({ config, onWarning: false })
  const asked =
    authorizationConfig === undefined ? client : await Client.connect({ config: authorizationConfig, onWarning: false })
  return delegatedAccessOver(client, options, asked)
}

/** As {@link delegatedAccess}, over clients of the main cluster, which are closed with it. */
export async function delegatedAccessOver(
  client: MainClusterClient,
  settings: DelegationSettings = {},
  authorizationClient: MainClusterClient = client,
): Promise<DelegatedAccess> {
  const { audiences = [], skipLookup = false, authenticators = [] } = settings
  const published = new PublishedAuthentication(client, settings)
  if (!skipLookup) {
    try {
      await published.start({ tolerateFailure: settings.tolerateLookupFailure ?? false })
    } catch (error) {
      await published.stop()
      throw error
    }
  }
  const namespaces = new MainClusterNamespaces(client, settings)
  const observers: { authn?: DelegationObserver; authz?: DelegationObserver } = {}
  const tokens = delegatedTokens(client, settings, (attempt) => observers.authn?.(attempt))
  const known = unionAuthenticator(...authenticators, published, bearerTokenAuthenticator(tokens, audiences))
  return {
    authenticator: withAuthenticatedGroup(known),
    authorizer: delegatedAuthorizer(authorizationClient, settings, (attempt) => observers.authz?.(attempt)),
    tokens,
    namespaces,
    addMetrics(registry) {
      observers.authn = delegationMetrics(registry, 'authn')
      observers.authz = delegationMetrics(registry, 'authz')
    },
    async close() {
      await published.stop()
      await namespaces.stop()
      await client.close()
      if (authorizationClient !== client) await authorizationClient.close()
    },
  }
}

function delegatedTokens(
  client: MainClusterClient,
  settings: DelegationSettings,
  onAttempt: DelegationObserver,
): TokenAuthenticator {
  const { clock = systemClock, random = Math.random, audiences = [], tokenTTL = tenSeconds } = settings
  const webhook = webhookOver(client.transport, '/apis/authentication.k8s.io/v1/tokenreviews', { clock, random })
  const timeout = { milliseconds: tenSeconds, clock }
  const reviewed = webhookTokenAuthenticator({
    webhook,
    version: 'v1',
    implicitAudiences: audiences,
    timeout,
    onAttempt,
  })
  return cachedTokenAuthenticator(reviewed, { successTTL: tokenTTL, failureTTL: tokenTTL, clock })
}

function delegatedAuthorizer(
  client: MainClusterClient,
  settings: DelegationSettings,
  onAttempt: DelegationObserver,
): Authorizer {
  const { clock = systemClock, random = Math.random, timeout = tenSeconds } = settings
  const { alwaysAllowGroups = ['system:masters'], alwaysAllowPaths = ['/healthz', '/livez', '/readyz'] } = settings
  const path = '/apis/authorization.k8s.io/v1/subjectaccessreviews'
  const webhook = webhookOver(client.transport, path, { timeout, clock, random })
  return unionAuthorizer(
    privilegedGroups(...alwaysAllowGroups),
    allowedPaths(alwaysAllowPaths),
    webhookAuthorizer({
      webhook,
      version: 'v1',
      authorizedTTL: settings.authorizedTTL ?? tenSeconds,
      unauthorizedTTL: settings.unauthorizedTTL ?? tenSeconds,
      decisionOnError: 'no-opinion',
      clock,
      onAttempt,
    }),
  )
}
