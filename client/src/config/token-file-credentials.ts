import { ConfigError } from './config-error.js'
import type { Credentials } from './credentials.js'
import { WatchedFile } from './watched-file.js'

/** A token in a file, as pods have it: read again when the file changes, and at once when the server refuses it. */
export class TokenFileCredentials implements Credentials {
  readonly #file: WatchedFile
  readonly #fallback: string | undefined
  readonly #identity: string | undefined

  /** `fallback` is the token while the file cannot be read, `identity` whose it is, for messages. */
  constructor(path: string, fallback?: string, identity?: string) {
    this.#file = new WatchedFile(path)
    this.#fallback = fallback
    this.#identity = identity
  }

  async authorization(): Promise<string> {
    return `Bearer ${await this.#token(false)}`
  }

  async renew(): Promise<boolean> {
    const before = await this.#token(false)
    return (await this.#token(true)) !== before
  }

  async #token(fresh: boolean): Promise<string> {
    try {
      return await this.#read(fresh)
    } catch (error) {
      if (this.#fallback) return this.#fallback
      throw this.#identity === undefined ? error : this.#named(error, this.#identity)
    }
  }

  #named(error: unknown, identity: string): ConfigError {
    const { message } = error as Error
    return new ConfigError(`the token of ${identity}: ${message}`, { file: this.#file.path, cause: undefined })
  }

  async #read(fresh: boolean): Promise<string> {
    const token = new TextDecoder().decode(await this.#file.read(fresh)).trim()
    if (token === '')
      throw new ConfigError(`read empty token from file "${this.#file.path}"`, { file: this.#file.path })
    return token
  }
}
