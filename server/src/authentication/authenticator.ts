import type { RequestUser } from '../request/context.js'
import type { ServerRequest } from '../request/http.js'

/** The result of an authenticator. */
export interface Authentication {
  readonly user: RequestUser
  /** Audiences of the credential; absent if the method has none. */
  readonly audiences?: readonly string[] | undefined
}

/**
 * Authenticates a request: `undefined` for an unknown credential, so that the next authenticator is tried. Throws for an
 * invalid credential of its own.
 *
 * Source: `authenticator.Request` of k8s.io/apiserver/pkg/authentication/authenticator.
 */
export interface Authenticator {
  authenticate(request: ServerRequest): Promise<Authentication | undefined>
}

/** Authenticates a token. Source: `authenticator.Token`. */
export interface TokenAuthenticator {
  authenticateToken(token: string, context: TokenContext): Promise<Authentication | undefined>
}

/** The context of a token. */
export interface TokenContext {
  /** The audiences of this server, or those of a token review. */
  readonly audiences: readonly string[]
  readonly signal?: AbortSignal | undefined
  /** Adds an annotation to the audit event of the request that brought the token. */
  annotate?(key: string, value: string): void
  /** Adds a warning to the response of that request. */
  warn?(text: string): void
}

/** Groups and names with a meaning in Kubernetes. Source: k8s.io/apiserver/pkg/authentication/user. */
export const WellKnownUser = {
  anonymous: 'system:anonymous',
  allAuthenticated: 'system:authenticated',
  allUnauthenticated: 'system:unauthenticated',
  systemPrivilegedGroup: 'system:masters',
  nodesGroup: 'system:nodes',
  apiServer: 'system:apiserver',
  apiServerLoopback: 'system:apiserver',
} as const
