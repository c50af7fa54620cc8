import { randomBytes } from 'node:crypto'
import { Client, type ClientOptions, InProcessTransport } from '@apimachinery/client'
import { type Authenticator, type TokenAuthenticator, WellKnownUser } from '../authentication/authenticator.js'
import { bearerTokenAuthenticator } from '../authentication/bearer-token.js'
import type { RequestUser } from '../request/context.js'
import { newestVersion, type VersionInfo } from '../request/version-info.js'
import type { ValueRequest } from '../serving/in-process.js'
import type { ValueResponse } from '../serving/value-response.js'

/** Settings of a client of a {@link Loopback}. */
export interface LoopbackOptions extends Pick<ClientOptions, 'userAgent' | 'maxRetries' | 'onWarning'> {
  /** Whom the client acts as, with that user's rights. Default: the server itself, with all rights. */
  readonly user?: LoopbackUser | undefined
}

/** A user as which a part of this process acts. */
export interface LoopbackUser {
  readonly name: string
  readonly groups: readonly string[]
}

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
  readonly token: string = newToken()
  readonly #version: string
  /** Users by the tokens of their clients, which nobody outside of this process can know. */
  readonly #users = new Map<string, RequestUser>()
  #server: InProcessHandler | undefined

  /** The version is that of the server, which its components name. */
  constructor({ gitVersion }: Pick<VersionInfo, 'gitVersion'> = newestVersion) {
    this.#version = gitVersion
  }

  /** Requests go to this server from now on. */
  connect(server: InProcessHandler): void {
    this.#server = server
  }

  /** The token of the server is that of a member of `system:masters`; those of other clients are their users'. */
  async authenticateToken(token: string): ReturnType<TokenAuthenticator['authenticateToken']> {
    const user = token === this.token ? itself : this.#users.get(token)
    return user && { user }
  }

  /** A client of the server, with all rights unless the options name a user. Its requests fail before the server is connected. */
  client({ user, ...options }: LoopbackOptions = {}): Client {
    const token = user === undefined ? this.token : this.#tokenFor(user)
    const transport = new InProcessTransport((request) => this.#send(request, token))
    // The server warns its users, not itself.
    return Client.from({ onWarning: false, ...options, transport })
  }

  /** A client for a part of the server, which is the owner of the fields that it writes. Nothing is tried twice. */
  component(name: string): Client {
    return this.client({ userAgent: this.userAgent(name), maxRetries: 0 })
  }

  /** How a component of this version names itself. */
  userAgent(component: string): string {
    return `${component}/${this.#version}`
  }

  #tokenFor({ name, groups }: LoopbackUser): string {
    const token = newToken()
    this.#users.set(token, { name, uid: '', groups, extra: {} })
    return token
  }

  async #send(request: ValueRequest, token: string): Promise<ValueResponse> {
    if (this.#server === undefined) throw new Error('the server takes no requests yet')
    const headers = { ...request.headers, authorization: `Bearer ${token}` }
    return this.#server.handleInProcess({ ...request, headers })
  }
}

function newToken(): string {
  return randomBytes(32).toString('base64url')
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
