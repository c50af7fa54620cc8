import { publicPaths } from '../authorization/always.js'
import { RBACAuthorizer } from '../authorization/rbac/rbac-authorizer.js'
import type { OpenResources } from '../internal/open-resources.js'
import { RBACCache } from '../kinds/rbac/rbac-cache.js'
import { legacyTokenStore } from './legacy-token-store.js'
import { NodeAuthorization } from './node/node-authorization.js'
import { anonymousAccess, isOpen } from './open-access.js'
import { type ServerAuthentication, serverAuthentication } from './server-authentication.js'
import { ServerAuthorizer } from './server-authorization.js'
import type { ServerBase } from './server-base.js'
import type { ServerStores } from './server-stores.js'
import { type ServiceAccountTokens, serviceAccountTokens } from './service-account-tokens.js'

/** A part that reads the stores into memory before the server is ready, and is stopped with what was opened. */
export interface StartedCache {
  start(): Promise<void>
}

/** Who may use the server, and for what. */
export interface ServerSecurity {
  readonly authentication: ServerAuthentication
  readonly serviceAccounts: ServiceAccountTokens
  readonly authorizer: ServerAuthorizer
  readonly rbac: RBACAuthorizer
  /** What authorizers read: roles, bindings, pods of nodes. */
  readonly caches: readonly StartedCache[]
  /** Says why everybody may do everything; `undefined` where that is not so. */
  readonly openAccess: string | undefined
}

const openAccess =
  'requests without credentials may do everything: set authorizationModes to RBAC, or anonymousAuth to false'

/** Puts authentication and authorization together; nothing is read yet. */
export function serverSecurity(base: ServerBase, { stores }: ServerStores, opened: OpenResources): ServerSecurity {
  const { options, clock, loopback, client, metrics, onError } = base
  const { authorizationModes = ['RBAC'], anonymousAuth } = options
  const roles = new RBACCache(stores, onError)
  const nodes = authorizationModes.includes('Node') ? new NodeAuthorization(stores, base) : undefined
  const caches = nodes === undefined ? [roles] : [roles, nodes]
  for (const cache of caches) opened.add(() => cache.stop())
  const rbac = new RBACAuthorizer(roles)
  const own = {
    rbac,
    node: nodes?.authorizer,
    // A server that makes no roles opens its health and version itself.
    publicPaths: options.bootstrap?.contents === 'namespaces' ? publicPaths : [],
  }
  const authorizer = new ServerAuthorizer(authorizationModes, own, (by, decision) =>
    metrics.access.decided(by, decision),
  )
  const serviceAccounts = serviceAccountTokens(
    stores,
    { ...options.serviceAccounts, onToken: metrics.authentication.serviceAccountToken },
    { clock, legacy: legacyTokenStore(stores, { client, onError }) },
  )
  const access = { authorizationModes, anonymousAuth }
  const authentication = serverAuthentication(
    { ...options, anonymousAuth: anonymousAccess(access) },
    { loopback, serviceAccounts, clock, stores, metrics: metrics.authentication },
  )
  return {
    authentication,
    serviceAccounts,
    authorizer,
    rbac,
    caches,
    openAccess: isOpen(access) ? openAccess : undefined,
  }
}
