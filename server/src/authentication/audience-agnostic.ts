import type { TokenAuthenticator } from './authenticator.js'

/**
 * Adds the audiences of the API server to tokens without audiences, such as those of a token file; a request for other
 * audiences is rejected.
 *
 * Source: `WrapAudienceAgnosticToken` of k8s.io/apiserver/pkg/authentication/authenticator.
 */
export function audienceAgnostic(tokens: TokenAuthenticator, implicit: readonly string[]): TokenAuthenticator {
  if (implicit.length === 0) return tokens
  return {
    async authenticateToken(token, context) {
      const { audiences: wanted } = context
      const audiences = wanted.length === 0 ? implicit : implicit.filter((audience) => wanted.includes(audience))
      if (audiences.length === 0) return undefined
      const found = await tokens.authenticateToken(token, context)
      if (found === undefined) return undefined
      if (found.audiences !== undefined && found.audiences.length > 0) {
        throw new Error('BUG: audiences must not be set by an audience-agnostic authenticator')
      }
      return { user: found.user, audiences }
    },
  }
}
