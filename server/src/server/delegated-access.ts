import { Client, type RESTConfig } from '@apimachinery/client'
import { ConfigMap } from 'apimachinery/api/core/v1'
import type { Authenticator, TokenAuthenticator } from '../authentication/authenticator.js'
import { clientCertificateAuthenticator, parseCertificates } from '../authentication/client-certificate.js'
import { requestHeaderAuthenticator } from '../authentication/request-header.js'
import { cachedTokenAuthenticator } from '../authentication/token-cache.js'
import { webhookTokenAuthenticator } from '../authentication/webhook-token.js'
import type { Authorizer } from '../authorization/authorizer.js'
import { webhookAuthorizer } from '../authorization/webhook-authorizer.js'
import type { Clock } from '../internal/clock.js'
import { webhookOver } from '../internal/webhook/webhook.js'

/** Which cluster a server behind an aggregator asks. */
export interface DelegatedAccessOptions {
  readonly config: RESTConfig
  readonly clock: Clock
  readonly random?: () => number
  readonly audiences?: readonly string[]
  /** Milliseconds that answers are remembered; 10 s by default. */
  readonly cacheTTL?: number
}

/** Who makes a request and what is allowed, as the main cluster says. */
export interface DelegatedAccess {
  readonly tokens: TokenAuthenticator
  readonly authorizer: Authorizer
  /** Front proxies and client certificates, by the config map of the main cluster; none of what it does not name. */
  readonly authenticators: readonly Authenticator[]
  close(): Promise<void>
}

const tenSeconds = 10_000

/**
 * Delegates to the main cluster: token reviews, subject access reviews, and the authorities that
 * `kube-system/extension-apiserver-authentication` names. Throws where that cannot be read.
 *
 * Source: `DelegatingAuthenticationOptions` and `DelegatingAuthorizationOptions` of k8s.io/apiserver/pkg/server/options.
 */
export async function delegatedAccess(options: DelegatedAccessOptions): Promise<DelegatedAccess> {
  return delegatedAccessOver(await Client.connect({ config: options.config }), options)
}

/** As {@link delegatedAccess}, over a client of the main cluster, which is closed with it. */
export async function delegatedAccessOver(
  client: Pick<Client, 'resource' | 'transport' | 'close'>,
  options: Omit<DelegatedAccessOptions, 'config'>,
): Promise<DelegatedAccess> {
  const { clock, random = Math.random, audiences = [], cacheTTL = tenSeconds } = options
  const at = (path: string) => webhookOver(client.transport, path, { clock, random })
  const reviewed = webhookTokenAuthenticator({
    webhook: at('/apis/authentication.k8s.io/v1/tokenreviews'),
    version: 'v1',
    implicitAudiences: audiences,
  })
  const published = await client.resource(ConfigMap).namespace('kube-system').get('extension-apiserver-authentication')
  return {
    tokens: cachedTokenAuthenticator(reviewed, { successTTL: cacheTTL, failureTTL: cacheTTL, clock }),
    authorizer: webhookAuthorizer({
      webhook: at('/apis/authorization.k8s.io/v1/subjectaccessreviews'),
      version: 'v1',
      authorizedTTL: cacheTTL,
      unauthorizedTTL: cacheTTL,
      decisionOnError: 'no-opinion',
      clock,
    }),
    authenticators: publishedAuthenticators(published.data ?? {}, () => new Date(clock.now())),
    close: () => client.close(),
  }
}

function publishedAuthenticators(data: Readonly<Record<string, string>>, now: () => Date): Authenticator[] {
  const authorities = (name: string) => {
    const certificates = parseCertificates(data[name] ?? '')
    return { certificates: () => certificates, now }
  }
  const list = (name: string): string[] => JSON.parse(data[`requestheader-${name}`] ?? '[]') as string[]
  const headers = (name: string): string[] => list(name).map((each) => each.toLowerCase())
  const found: Authenticator[] = []
  if (data['requestheader-client-ca-file'] !== undefined) {
    found.push(
      requestHeaderAuthenticator({
        usernameHeaders: headers('username-headers'),
        uidHeaders: headers('uid-headers'),
        groupHeaders: headers('group-headers'),
        extraHeaderPrefixes: headers('extra-headers-prefix'),
        allowedNames: list('allowed-names'),
        authorities: authorities('requestheader-client-ca-file'),
      }),
    )
  }
  if (data['client-ca-file'] !== undefined) found.push(clientCertificateAuthenticator(authorities('client-ca-file')))
  return found
}
