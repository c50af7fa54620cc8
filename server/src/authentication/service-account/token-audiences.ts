import { AuthenticationError } from '../authentication-error.js'
import type { TokenContext } from '../authenticator.js'
import { goStrings } from '../go-strings.js'

/** What decides about the audiences of a token. */
export interface AudienceRules {
  /** Those of the API server. */
  readonly audiences: readonly string[]
  /** Called for tokens that name no audience. */
  readonly onLegacyToken?: (() => void) | undefined
}

/**
 * The audiences that a token is for and that are wanted; a token that names none is for the API server. Throws `AuthenticationError` where there are
 * none.
 *
 * Source: `jwtTokenAuthenticator.AuthenticateToken` of pkg/serviceaccount in Kubernetes.
 */
export function commonAudiences(
  { aud, sub }: { readonly aud: readonly string[]; readonly sub: string },
  { audiences: own, onLegacyToken }: AudienceRules,
  context: TokenContext,
): readonly string[] {
  if (aud.length === 0) {
    context.annotate?.('authentication.k8s.io/legacy-token', sub)
    onLegacyToken?.()
  }
  const named = aud.length > 0 ? aud : own
  const wanted = context.audiences.length > 0 ? context.audiences : own
  const common = named.filter((audience) => wanted.includes(audience))
  if (common.length === 0 && own.length > 0) {
    throw new AuthenticationError(
      `token audiences ${goStrings(named)} is invalid for the target audiences ${goStrings(wanted)}`,
    )
  }
  return common
}
