import { Aggregate, asError } from 'apimachinery/errors'
import { type JSONNode, ObjectNode, parseDocument } from 'apimachinery/json'
import { AuthenticationError } from '../authentication-error.js'
import type { CompactToken } from '../compact-token.js'
import type { JSONWebTokens } from '../json-web-tokens.js'
import { tokenHeader } from './token-header.js'
import type { VerificationKey } from './token-keys.js'

/** All keys, or those of a name. */
export type VerificationKeys = (keyID?: string) => readonly VerificationKey[] | Promise<readonly VerificationKey[]>

/** Input of {@link signedClaims}. */
export interface SignedClaimsOptions {
  readonly keys: VerificationKeys
  readonly tokens: JSONWebTokens
}

/**
 * The claims of a token that one of the keys has signed: the one that it names, or any where it names none.
 *
 * Source: `jwtTokenAuthenticator.AuthenticateToken` of pkg/serviceaccount in Kubernetes.
 * @throws AuthenticationError for another signature, and for claims with a duplicate name
 */
export async function signedClaims(
  text: string,
  { header }: CompactToken,
  { keys, tokens }: SignedClaimsOptions,
): Promise<Readonly<Record<string, unknown>>> {
  const { keyID = '', algorithm } = tokenHeader(header)
  const all = await keys(keyID === '' ? undefined : keyID)
  const named = keyID === '' ? all : all.filter((each) => each.keyID === keyID)
  if (named.length === 0) throw new AuthenticationError('invalid signature, no keys found')
  const { compactVerify } = await tokens.library()
  const errors: Error[] = []
  for (const { key, algorithm: own } of named) {
    try {
      if (own !== algorithm)
        throw new AuthenticationError(`unexpected signature algorithm ${JSON.stringify(algorithm)}`)
      const { payload } = await compactVerify(text, key, { algorithms: [own] })
      checkUnique(parseDocument(Buffer.from(text.split('.')[0] ?? '', 'base64url').toString()))
      return uniqueMembers(new TextDecoder('utf-8', { fatal: true }).decode(payload))
    } catch (error) {
      errors.push(asError(error))
    }
  }
  throw new Aggregate(errors)
}

function uniqueMembers(text: string): Readonly<Record<string, unknown>> {
  checkUnique(parseDocument(text))
  return JSON.parse(text)
}

/** Of two claims of one name another reader may take the other one. */
function checkUnique(node: JSONNode): void {
  if (Array.isArray(node)) for (const each of node) checkUnique(each)
  if (!(node instanceof ObjectNode)) return
  const seen = new Set<string>()
  for (const name of node.names) {
    if (seen.has(name)) throw new AuthenticationError(`json: duplicate key '${name}' in object`)
    seen.add(name)
  }
  for (const each of node.values) checkUnique(each)
}
