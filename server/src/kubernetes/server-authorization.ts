import { WellKnownUser } from '../authentication/authenticator.js'
import { allowedPaths, alwaysAllow, alwaysDeny, privilegedGroups } from '../authorization/always.js'
import type { Authorizer } from '../authorization/authorizer.js'
import { unionAuthorizer } from '../authorization/union.js'

/** How requests are allowed, by the names of `--authorization-mode`. */
export type AuthorizationMode = 'AlwaysAllow' | 'AlwaysDeny' | 'RBAC' | 'Node'

/** Authorizers that the server has itself. */
export interface OwnAuthorizers {
  readonly rbac: Authorizer
  /** Absent where the mode `Node` is not asked for. */
  readonly node: Authorizer | undefined
}

/** Those that are asked, in order: members of `system:masters` may do everything, and everybody may see whether the server is well. */
export function serverAuthorizer(modes: readonly (AuthorizationMode | Authorizer)[], own: OwnAuthorizers): Authorizer {
  const members = modes.map((mode): Authorizer => {
    switch (mode) {
      case 'AlwaysAllow':
        return alwaysAllow
      case 'AlwaysDeny':
        return alwaysDeny
      case 'RBAC':
        return own.rbac
      case 'Node':
        if (own.node === undefined) throw new Error('there is no authorizer of nodes')
        return own.node
      default:
        return mode
    }
  })
  const open = allowedPaths(['/healthz', '/livez', '/readyz'])
  return unionAuthorizer(privilegedGroups(WellKnownUser.systemPrivilegedGroup), open, ...members)
}
