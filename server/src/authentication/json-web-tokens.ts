/** The library that signs and verifies JSON web tokens. */
export type JOSE = typeof import('jose')

/** Loads the library with the first token that needs it: it is many files, and a server starts sooner without them. */
export class JSONWebTokens {
  #library: Promise<JOSE> | undefined

  library(): Promise<JOSE> {
    this.#library ??= import('jose')
    return this.#library
  }

  /** The claim `iss` of a possible token; `undefined` if there is none. Nothing is verified. */
  async issuerOf(token: string): Promise<string | undefined> {
    if (token.split('.').length !== 3) return undefined
    const { decodeJwt } = await this.library()
    try {
      return decodeJwt(token).iss
    } catch {
      return undefined
    }
  }
}
