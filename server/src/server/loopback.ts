import { randomBytes } from 'node:crypto'
import { Client, type ClientOptions, InProcessTransport } from '@apimachinery/client'
import { type Authenticator, type TokenAuthenticator, WellKnownUser } from '../authentication/authenticator.js'
import { bearerTokenAuthenticator } from '../authentication/bearer-token.js'
import { newestVersion, type VersionInfo } from '../request/version-info.js'
import type { ValueRequest } from '../serving/in-process.js'
import type { ValueResponse } from '../serving/value-response.js'

/** Settings of a client of a {@link Loopback}. */
export type LoopbackOptions = Pick<ClientOptions, 'userAgent' | 'maxRetries' | 'onWarning'>

/** Answers requests of the same process. */
export interface InProcessHandler {
  handleInProcess(request: ValueRequest): Promise<ValueResponse>
}

/**
 * Requests of a server to itself, in this process. It is made before the server: parts that write through the front door have their
 * clients from the start, and requests pass once the server is connected.
 */
export class Loopback implements TokenAuthenticator {
  /** Proves that a request is the server's own. */
  readonly token: string = randomBytes(32).toString('base64url')
  readonly #version: string
  #server: InProcessHandler | undefined

  /** The version is that of the server, which its components name. */
  constructor({ gitVersion }: Pick<VersionInfo, 'gitVersion'> = newestVersion) {
    this.#version = gitVersion
  }

  /** Requests go to this server from now on. */
  connect(server: InProcessHandler): void {
    this.#server = server
  }

  /** The token is that of a member of `system:masters`. */
  async authenticateToken(token: string): ReturnType<TokenAuthenticator['authenticateToken']> {
    return token === this.token ? { user: itself } : undefined
  }

  /** A client of the server, with all rights. Its requests fail before the server is connected. */
  client(options: LoopbackOptions = {}): Client {
    // The server warns its users, not itself.
    return Client.from({ onWarning: false, ...options, transport: new InProcessTransport(this.#send) })
  }

  /** A client for a part of the server, which is the owner of the fields that it writes. Nothing is tried twice. */
  component(name: string): Client {
    return this.client({ userAgent: `${name}/${this.#version}`, maxRetries: 0 })
  }

  readonly #send = async (request: ValueRequest): Promise<ValueResponse> => {
    if (this.#server === undefined) throw new Error('the server takes no requests yet')
    const headers = { ...request.headers, authorization: `Bearer ${this.token}` }
    return this.#server.handleInProcess({ ...request, headers })
  }
}

const itself = { name: WellKnownUser.apiServer, uid: '', groups: [WellKnownUser.systemPrivilegedGroup], extra: {} }

/** The server by its own token, then those whom an authenticator knows. Without one, requests with other tokens are refused. */
export function withLoopback(loopback: Loopback, authenticator?: Authenticator): Authenticator {
  const itself = bearerTokenAuthenticator(loopback)
  return {
    async authenticate(request) {
      const own = await itself.authenticate(request).catch((error: unknown) => {
        if (authenticator === undefined) throw error
        return undefined
      })
      return own ?? authenticator?.authenticate(request)
    },
  }
}
