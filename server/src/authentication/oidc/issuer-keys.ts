import type { JSONWebKeySet, JWTVerifyGetKey } from 'jose'
import type { Clock } from '../../internal/clock.js'
import type { JSONWebTokens } from '../json-web-tokens.js'

/** Reads a JSON document over HTTPS. Throws if there is none. */
export type FetchJSON = (url: string) => Promise<unknown>

/** Where the keys of an issuer are found. */
export interface IssuerKeysOptions {
  readonly issuer: string
  /** Of the discovery document, where it is not below the issuer. */
  readonly discoveryURL?: string | undefined
  readonly fetchJSON: FetchJSON
  readonly clock: Pick<Clock, 'now'>
  readonly tokens: JSONWebTokens
  /** Called with the keys that were read, as the issuer writes them; `undefined` if that failed. */
  readonly onRead?: (at: number, document: string | undefined) => void
}

/** Milliseconds between looking for new keys because a token names one that is not known. */
const refreshPause = 30_000

/** The keys of an issuer, found by discovery and read again when a token names one that is new. */
export class IssuerKeys {
  readonly #options: IssuerKeysOptions
  #keys: Promise<JWTVerifyGetKey> | undefined
  #readAt = Number.NEGATIVE_INFINITY

  constructor(options: IssuerKeysOptions) {
    this.#options = options
  }

  /** Finds the key of a token's header. Throws if there is none, and if the issuer cannot be reached. */
  readonly find: JWTVerifyGetKey = async (head, token) => {
    try {
      return await (await this.#current())(head, token)
    } catch (error) {
      const { errors } = await this.#options.tokens.library()
      if (!(error instanceof errors.JWKSNoMatchingKey) || !this.#mayReadAgain()) throw error
      this.#keys = undefined
      return await (await this.#current())(head, token)
    }
  }

  #mayReadAgain(): boolean {
    return this.#options.clock.now() - this.#readAt >= refreshPause
  }

  #current(): Promise<JWTVerifyGetKey> {
    if (this.#keys === undefined) {
      this.#readAt = this.#options.clock.now()
      const keys = this.#observedRead()
      this.#keys = keys
      // After a failure the next token tries again.
      keys.catch(() => {
        if (this.#keys === keys) this.#keys = undefined
      })
    }
    return this.#keys
  }

  async #observedRead(): Promise<JWTVerifyGetKey> {
    const { clock, onRead, tokens } = this.#options
    try {
      const { createLocalJWKSet } = await tokens.library()
      const document = await this.#read()
      const keys = createLocalJWKSet(document)
      onRead?.(clock.now(), JSON.stringify(document))
      return keys
    } catch (error) {
      onRead?.(clock.now(), undefined)
      throw error
    }
  }

  async #read(): Promise<JSONWebKeySet> {
    const { issuer, discoveryURL, fetchJSON } = this.#options
    const url = discoveryURL ?? `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
    const document = (await fetchJSON(url)) as { issuer?: string; jwks_uri?: string } | null
    if (document?.issuer !== issuer) {
      throw new Error(
        `oidc: issuer did not match the issuer returned by provider, expected "${issuer}" got "${document?.issuer}"`,
      )
    }
    if (typeof document.jwks_uri !== 'string' || document.jwks_uri === '')
      throw new Error('provider did not return JWKS URL')
    return (await fetchJSON(document.jwks_uri)) as JSONWebKeySet
  }
}
