import { compactToken } from './compact-token.js'

/** The library that signs and verifies JSON web tokens. It has ES modules only, which declarations read as CommonJS must say. */
export type JOSE = typeof import('jose', { with: { 'resolution-mode': 'import' }})

/** Loads the library with the first token that needs it: it is many files, and a server starts sooner without them. */
export class JSONWebTokens {
  #library: Promise<JOSE> | undefined

  library(): Promise<JOSE> {
    this.#library ??= import('jose')
    return this.#library
  }

  /** The claim `iss` of a possible token; `undefined` if there is none. Nothing is verified. */
  issuerOf(token: string): string | undefined {
    const issuer = compactToken(token)?.claims.iss
    return typeof issuer === 'string' ? issuer : undefined
  }
}
