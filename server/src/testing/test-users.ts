import { randomBytes } from 'node:crypto'
import { MachineryError } from 'apimachinery/errors'
import { type TokenAuthenticator, WellKnownUser } from '../authentication/authenticator.js'
import type { RequestUser } from '../request/context.js'

/** A user of a test server. */
export interface TestUser {
  readonly uid?: string
  readonly groups?: readonly string[]
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

/** The users of a test server by name, each with a token. `admin` may do everything. */
export class TestUsers implements TokenAuthenticator {
  readonly #users = new Map<string, RequestUser>()
  readonly #tokens = new Map<string, string>()

  constructor(users: Readonly<Record<string, TestUser>> = {}) {
    this.#add('admin', { groups: [WellKnownUser.systemPrivilegedGroup] })
    for (const [name, user] of Object.entries(users)) this.#add(name, user)
  }

  /** The token of a user. Throws `MachineryError` for a name that is not there. */
  token(name: string): string {
    const token = this.#tokens.get(name)
    if (token !== undefined) return token
    const known = [...this.#tokens.keys()].join(', ')
    throw new MachineryError(
      'InvalidValue',
      `the test server has no user ${JSON.stringify(name)}: give it in the option users; it has ${known}`,
    )
  }

  async authenticateToken(token: string): ReturnType<TokenAuthenticator['authenticateToken']> {
    const user = this.#users.get(token)
    return user === undefined ? undefined : { user }
  }

  #add(name: string, { uid = '', groups = [], extra = {} }: TestUser): void {
    const token = randomBytes(16).toString('base64url')
    this.#tokens.set(name, token)
    this.#users.set(token, { name, uid, groups: [...groups], extra })
  }
}
