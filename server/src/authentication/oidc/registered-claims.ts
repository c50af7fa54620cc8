import { AuthenticationError } from '../authentication-error.js'

/** The claims that every token has, with the meaning that JSON Web Tokens give them. */
export interface RegisteredClaims {
  readonly issuer: string
  readonly audiences: readonly string[]
  /** Seconds. */
  readonly expires: number
  readonly notBefore: number
}

/** Clocks of issuers may be ahead by this many seconds. */
const leeway = 60

/**
 * Reads the claims that every token has, as Go does: times may be texts, and what is null counts as absent.
 *
 * Source: `idToken` and `jsonTime` of github.com/coreos/go-oidc.
 * @throws AuthenticationError for claims of another type.
 */
export function registeredClaims(claims: Readonly<Record<string, unknown>>): RegisteredClaims {
  for (const name of ['iss', 'sub']) {
    const value = claims[name] ?? ''
    if (typeof value !== 'string') throw unreadable(name, value, 'string')
  }
  const audience = claims.aud ?? []
  const audiences = typeof audience === 'string' ? [audience] : audience
  if (!Array.isArray(audiences) || !audiences.every((each) => typeof each === 'string')) {
    throw unreadable('aud', audience, '[]string')
  }
  if (claims.iat !== undefined) secondsOf('iat', claims.iat)
  return {
    issuer: (claims.iss ?? '') as string,
    audiences,
    expires: claims.exp === undefined ? Number.NEGATIVE_INFINITY : secondsOf('exp', claims.exp),
    notBefore: claims.nbf == null ? Number.NEGATIVE_INFINITY : secondsOf('nbf', claims.nbf),
  }
}

/** Refuses tokens before and after their time; a token that does not say when it expires has. */
export function checkTime({ expires, notBefore }: RegisteredClaims, now: number): void {
  if (expires * 1000 < now)
    throw new AuthenticationError(`oidc: token is expired (Token Expiry: ${timeText(expires * 1000)})`)
  if (now + leeway * 1000 < notBefore * 1000) {
    throw new AuthenticationError(
      `oidc: current time ${timeText(now)} before the nbf (not before) time: ${timeText(notBefore * 1000)}`,
    )
  }
}

function secondsOf(name: string, value: unknown): number {
  const number = typeof value === 'string' && /^-?\d/.test(value) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) throw unreadable(name, value, 'Number')
  return Math.trunc(number)
}

function unreadable(name: string, value: unknown, type: string): Error {
  const kind = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  return new AuthenticationError(
    `oidc: failed to unmarshal claims: json: cannot unmarshal ${kind} into Go struct field idToken.${name} of type ${type}`,
  )
}

/** As Go writes a time in UTC. */
function timeText(milliseconds: number): string {
  const date = new Date(milliseconds)
  if (Number.isNaN(date.getTime())) return '0001-01-01 00:00:00 +0000 UTC'
  return `${date.toISOString().slice(0, 19).replace('T', ' ')} +0000 UTC`
}
