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

/** A user with name and token. */
export interface KnownUser extends RequestUser {
  readonly token: string
}

/** The users of a test server by name, each with a token. `admin` may do everything. */
export class TestUsers implements TokenAuthenticator {
  readonly #users = new Map<string, KnownUser>()
  readonly #byToken = new Map<string, KnownUser>()

  constructor(users: Readonly<Record<string, TestUser>> = {}) {
    this.add('admin', { groups: [WellKnownUser.systemPrivilegedGroup] })
    for (const [name, user] of Object.entries(users)) this.add(name, user)
  }

  /** The same users with tokens of their own. */
  copy(): TestUsers {
    const same = new TestUsers()
    for (const user of this.#users.values()) same.add(user.name, user)
    return same
  }

  /** The token of a user. Throws `MachineryError` for a name that is not there. */
  token(name: string): string {
    const user = this.#users.get(name)
    if (user !== undefined) return user.token
    const known = [...this.#users.keys()].join(', ')
    throw new MachineryError(
      'InvalidValue',
      `the test server has no user ${JSON.stringify(name)}: give it in the option users; it has ${known}`,
    )
  }

  get(name: string): KnownUser | undefined {
    return this.#users.get(name)
  }

  list(): readonly KnownUser[] {
    return [...this.#users.values()]
  }

  async authenticateToken(token: string): ReturnType<TokenAuthenticator['authenticateToken']> {
    const user = this.#byToken.get(token)
    if (user === undefined) return undefined
    const { token: _, ...known } = user
    return { user: known }
  }

  /** Adds a user, or gives one another token and other groups. */
  add(name: string, { uid = '', groups = [], extra = {} }: TestUser): KnownUser {
    this.remove(name)
    const token = randomBytes(16).toString('base64url')
    const user = { name, uid, groups: [...groups], extra, token }
    this.#users.set(name, user)
    this.#byToken.set(token, user)
    return user
  }

  /** Requests with the token of the user are refused from now on. Returns whether there was one. */
  remove(name: string): boolean {
    const user = this.#users.get(name)
    if (user === undefined) return false
    this.#users.delete(name)
    return this.#byToken.delete(user.token)
  }
}
