import { AuthenticationError } from '../authentication-error.js'

/** What the header of a token says of the key that has signed it. */
export interface TokenHeader {
  readonly algorithm: string
  /** Absent, or empty, where the token names no key. */
  readonly keyID?: string | undefined
}

/** Keys that a token brings along, or that are to be fetched from where it says, prove nothing; others change what is signed. */
const refused = ['jwk', 'jku', 'x5c', 'x5u', 'crit', 'b64', 'zip', 'enc']

/**
 * Reads the header of a token of a service account; throws `Error` where it is none of such a token.
 *
 * Source: `sanitized` of github.com/go-jose/go-jose/v4, which takes a public `jwk` and ignores it.
 */
export function tokenHeader(header: Readonly<Record<string, unknown>>): TokenHeader {
  const { alg, kid, typ } = header
  if (typeof alg !== 'string') throw new AuthenticationError('go-jose/go-jose: missing alg in token header')
  if (kid !== undefined && kid !== null && typeof kid !== 'string')
    throw new AuthenticationError('failed to unmarshal key ID')
  if (typ !== undefined && typeof typ !== 'string') throw new AuthenticationError('failed to unmarshal type')
  for (const name of refused) {
    if (Object.hasOwn(header, name))
      throw new AuthenticationError(`token header has the parameter ${JSON.stringify(name)}`)
  }
  return typeof kid === 'string' ? { algorithm: alg, keyID: kid } : { algorithm: alg }
}
