import { ConfigError } from './config-error.js'
import type { Credentials } from './credentials.js'
import { WatchedFile } from './watched-file.js'

/** A token in a file, as pods have it: read again when the file changes, and at once when the server refuses it. */
export class TokenFileCredentials implements Credentials {
  readonly #file: WatchedFile
  readonly #fallback: string | undefined

  /** `fallback` is the token while the file cannot be read. */
  constructor(path: string, fallback?: string) {
    this.#file = new WatchedFile(path)
    this.#fallback = fallback
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
      if (!this.#fallback) throw error
      return this.#fallback
    }
  }

  async #read(fresh: boolean): Promise<string> {
    const token = new TextDecoder().decode(await this.#file.read(fresh)).trim()
    if (token === '')
      throw new ConfigError(`read empty token from file "${this.#file.path}"`, { file: this.#file.path })
    return token
  }
}
