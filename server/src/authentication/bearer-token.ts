import { isUtf8 } from 'node:buffer'
import { headerValues } from '../request/header-values.js'
import type { ServerRequest } from '../request/http.js'
import { AuthenticationError } from './authentication-error.js'
import type { Authentication, Authenticator, TokenAuthenticator, TokenContext } from './authenticator.js'
import { isBase64URL } from './compact-token.js'

const extraSpace = 'the provided Authorization header contains extra space before the bearer token, and is ignored'
const webSocketPrefix = 'base64url.bearer.authorization.k8s.io.'

/**
 * Reads `Authorization: Bearer …`, or the sub-protocol with which browsers send a token when they open a web socket. Throws
 * for an unknown token, so that it never counts as anonymous.
 *
 * Source: k8s.io/apiserver/pkg/authentication/request/{bearertoken,websocket}.
 */
export function bearerTokenAuthenticator(tokens: TokenAuthenticator, audiences: readonly string[] = []): Authenticator {
  return {
    async authenticate(request: ServerRequest): Promise<Authentication | undefined> {
      const token = headerToken(request) ?? webSocketToken(request)
      if (token === undefined) return undefined
      const found = await tokens.authenticateToken(token, new RequestTokenContext(request, audiences))
      if (found === undefined) throw new AuthenticationError('invalid bearer token')
      return found
    },
  }
}

/**
 * A class for its getter: the engine puts the getter of an object literal among its old objects, where it keeps the whole
 * request until all memory is collected.
 */
class RequestTokenContext implements TokenContext {
  readonly audiences: readonly string[]
  readonly #request: ServerRequest

  constructor(request: ServerRequest, audiences: readonly string[]) {
    this.#request = request
    this.audiences = audiences
  }

  get signal(): AbortSignal {
    return this.#request.signal
  }

  annotate(key: string, value: string): void {
    this.#request.audit?.annotate(key, value)
  }

  warn(text: string): void {
    this.#request.warnings?.addWarning('', text)
  }
}

function headerToken(request: ServerRequest): string | undefined {
  const [value = ''] = headerValues(request, 'authorization')
  const [scheme = '', token, ...rest] = value.trim().split(' ')
  if (scheme.toLowerCase() !== 'bearer' || token === undefined) return undefined
  if (token !== '') return token
  if (rest.length > 0) request.warnings?.addWarning('', extraSpace)
  return undefined
}

function webSocketToken(request: ServerRequest): string | undefined {
  if (request.upgrade === undefined) return undefined
  const offered = headerValues(request, 'sec-websocket-protocol').flatMap((value) => value.split(','))
  const protocols = offered.map((protocol) => protocol.trim())
  const [coded, ...more] = protocols.filter((protocol) => protocol.startsWith(webSocketPrefix))
  if (coded === undefined) return undefined
  if (more.length > 0) throw new AuthenticationError('multiple base64.bearer.authorization tokens specified')
  const text = coded.slice(webSocketPrefix.length)
  if (!isBase64URL(text)) throw new AuthenticationError('invalid base64.bearer.authorization token encoding')
  const token = Buffer.from(text, 'base64url')
  if (!isUtf8(token)) throw new AuthenticationError('invalid base64.bearer.authorization token')
  // One other must be there for the answer, which must not repeat the token.
  if (protocols.length === 1) throw new AuthenticationError('missing additional subprotocol')
  return token.toString('utf8')
}
