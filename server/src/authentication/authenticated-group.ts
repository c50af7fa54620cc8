import { type Authentication, type Authenticator, type TokenAuthenticator, WellKnownUser } from './authenticator.js'

/**
 * Adds the group `system:authenticated` to all users but the anonymous one. Source:
 * k8s.io/apiserver/pkg/authentication/group.
 */
export function withAuthenticatedGroup(authenticator: Authenticator): Authenticator {
  return {
    async authenticate(request) {
      const found = await authenticator.authenticate(request)
      return found === undefined ? undefined : withGroup(found)
    },
  }
}

/** As {@link withAuthenticatedGroup}, for tokens. */
export function withAuthenticatedTokenGroup(tokens: TokenAuthenticator): TokenAuthenticator {
  return {
    async authenticateToken(token, context) {
      const found = await tokens.authenticateToken(token, context)
      return found === undefined ? undefined : withGroup(found)
    },
  }
}

function withGroup(found: Authentication): Authentication {
  const { user } = found
  const has = (group: string): boolean => user.groups.includes(group)
  if (user.name === WellKnownUser.anonymous) return found
  if (has(WellKnownUser.allAuthenticated) || has(WellKnownUser.allUnauthenticated)) return found
  const groups = [...user.groups, WellKnownUser.allAuthenticated]
  return { ...found, user: { name: user.name, uid: user.uid, groups, extra: user.extra } }
}
