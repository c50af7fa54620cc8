import type { RequestUser } from '../request/context.js'
import type { ServerRequest } from '../request/http.js'

/** What an authenticator found out. */
export interface Authentication {
  readonly user: RequestUser
  /** Audiences that the credential is good for; absent where the method knows none. */
  readonly audiences?: readonly string[]
}

/**
 * Says who makes a request: `undefined` where it knows nothing of the credential, so that the next one is asked. Throws where
 * the credential is its own and bad.
 *
 * Source: `authenticator.Request` of k8s.io/apiserver/pkg/authentication/authenticator.
 */
export interface Authenticator {
  authenticate(request: ServerRequest): Promise<Authentication | undefined>
}

/** Says whose token it is. Source: `authenticator.Token`. */
export interface TokenAuthenticator {
  authenticateToken(token: string, context: TokenContext): Promise<Authentication | undefined>
}

/** What a token is judged by beside itself. */
export interface TokenContext {
  /** The audiences of this server, or those that a token review asks for. */
  readonly audiences: readonly string[]
  readonly signal?: AbortSignal
  /** Adds an annotation to the audit event of the request that brought the token. */
  readonly annotate?: (key: string, value: string) => void
}

/** Groups and names that Kubernetes gives a meaning. Source: k8s.io/apiserver/pkg/authentication/user. */
export const WellKnownUser = {
  anonymous: 'system:anonymous',
  allAuthenticated: 'system:authenticated',
  allUnauthenticated: 'system:unauthenticated',
  systemPrivilegedGroup: 'system:masters',
  nodesGroup: 'system:nodes',
  apiServer: 'system:apiserver',
  apiServerLoopback: 'system:apiserver',
} as const
