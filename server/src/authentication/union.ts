import { Aggregate, asError } from 'apimachinery/errors'
import type { ServerRequest } from '../request/http.js'
import type { Authentication, Authenticator, TokenAuthenticator, TokenContext } from './authenticator.js'

/**
 * Tries authenticators in order; the first result wins. If there is none, throws their errors together.
 *
 * Source: k8s.io/apiserver/pkg/authentication/request/union.
 */
export function unionAuthenticator(...members: readonly Authenticator[]): Authenticator {
  return { authenticate: (request: ServerRequest) => firstOf(members, (member) => member.authenticate(request)) }
}

/** As {@link unionAuthenticator}, for tokens. */
export function unionTokenAuthenticator(...members: readonly TokenAuthenticator[]): TokenAuthenticator {
  return {
    authenticateToken: (token: string, context: TokenContext) =>
      firstOf(members, (member) => member.authenticateToken(token, context)),
  }
}

async function firstOf<M>(
  members: readonly M[],
  ask: (member: M) => Promise<Authentication | undefined>,
): Promise<Authentication | undefined> {
  const errors: Error[] = []
  for (const member of members) {
    try {
      const found = await ask(member)
      if (found !== undefined) return found
    } catch (error) {
      errors.push(asError(error))
    }
  }
  if (errors.length > 0) throw new Aggregate(errors)
  return undefined
}
