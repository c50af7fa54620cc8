import { messageOf } from 'apimachinery/errors'
import type { PassiveClock } from 'apimachinery/wait'
import type { CompactJWSHeaderParameters, JWK } from 'jose'
import { AuthenticationError } from '../authentication-error.js'
import type { JOSE, JSONWebTokens } from '../json-web-tokens.js'
import { type FetchDocument, type FetchedDocument, freshFor } from './fetch-document.js'

/** Where the keys of an issuer are found. */
export interface IssuerKeysOptions {
  readonly issuer: string
  /** Of the discovery document, where it is not below the issuer. */
  readonly discoveryURL?: string | undefined
  readonly fetch: FetchDocument
  readonly clock: PassiveClock
  readonly tokens: JSONWebTokens
  /** Called with the keys that were read, as the issuer writes them; `undefined` if that failed. */
  readonly onRead?: ((at: number, document: string | undefined) => void) | undefined
}

/** Keys that were read, and until when they are believed to be all. */
interface KeySet {
  readonly keys: readonly KnownKey[]
  readonly until: number
}

interface KnownKey {
  readonly jwk: JWK
  /** By algorithm. */
  readonly imported: Map<string, ReturnType<JOSE['importJWK']>>
}

/** Keys that are about to expire are read again, too. */
const expiryDelta = 30_000

/**
 * The keys of an issuer, found by discovery. A token that none of them verifies makes them read again, unless the issuer said
 * for how long they are all (`Cache-Control`).
 *
 * Source: `NewProvider` and `RemoteKeySet` of github.com/coreos/go-oidc.
 */
export class IssuerKeys {
  readonly #options: IssuerKeysOptions
  #location: Promise<string> | undefined
  #known: KeySet = { keys: [], until: Number.NEGATIVE_INFINITY }
  #reading: Promise<KeySet> | undefined

  constructor(options: IssuerKeysOptions) {
    this.#options = options
  }

  /** The payload of a token that one of the keys has signed. Throws if none has, and if the issuer cannot be reached. */
  async verify(token: string, header: CompactJWSHeaderParameters): Promise<Uint8Array> {
    const location = await this.#locate()
    const payload = await this.#verifyWith(this.#known.keys, token, header)
    if (payload !== undefined) return payload
    const { clock } = this.#options
    if (clock.now() + expiryDelta > this.#known.until) {
      this.#reading ??= this.#read(location).finally(() => {
        this.#reading = undefined
      })
      this.#known = await this.#reading
      const verified = await this.#verifyWith(this.#known.keys, token, header)
      if (verified !== undefined) return verified
    }
    throw new AuthenticationError('failed to verify signature: failed to verify id token signature')
  }

  async #verifyWith(
    keys: readonly KnownKey[],
    token: string,
    { kid = '', alg }: CompactJWSHeaderParameters,
  ): Promise<Uint8Array | undefined> {
    const { compactVerify, importJWK } = await this.#options.tokens.library()
    for (const { jwk, imported } of keys) {
      if (kid !== '' && jwk.kid !== kid) continue
      let key = imported.get(alg)
      if (key === undefined) {
        key = importJWK(jwk, alg)
        imported.set(alg, key)
      }
      try {
        return (await compactVerify(token, await key, { algorithms: [alg] })).payload
      } catch {
        // Another key may fit.
      }
    }
    return undefined
  }

  /** Where the keys are; looked for until the issuer has said so. */
  #locate(): Promise<string> {
    if (this.#location !== undefined) return this.#location
    const location = this.#discovered()
    this.#location = location
    // After a failure the next token tries again.
    location.catch(() => {
      this.#location = undefined
    })
    return location
  }

  async #discovered(): Promise<string> {
    const { issuer, discoveryURL, fetch } = this.#options
    const found = await fetch(discoveryURL ?? `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
    if (found.status !== 200) throw new AuthenticationError(`${statusLine(found)}: ${found.text}`)
    const document = objectIn(found, 'provider discovery object') as { issuer?: string; jwks_uri?: string }
    if (document.issuer !== issuer) {
      const names = `expected ${JSON.stringify(issuer)} got ${JSON.stringify(document.issuer ?? '')}`
      throw new AuthenticationError(`oidc: issuer did not match the issuer returned by provider, ${names}`)
    }
    if (typeof document.jwks_uri !== 'string' || document.jwks_uri === '')
      throw new AuthenticationError('provider did not return JWKS URL')
    return document.jwks_uri
  }

  async #read(location: string): Promise<KeySet> {
    const { clock, fetch, onRead } = this.#options
    try {
      const found = await fetch(location)
      if (found.status !== 200)
        throw new AuthenticationError(`oidc: get keys failed: ${statusLine(found)} ${found.text}`)
      const { keys = [] } = objectIn(found, 'keys') as { keys?: readonly JWK[] | null }
      if (keys !== null && !(Array.isArray(keys) && keys.every(isObject)))
        throw new AuthenticationError(`oidc: failed to decode keys: ${found.text}`)
      const known = (keys ?? []).map((jwk) => ({ jwk, imported: new Map() }))
      onRead?.(clock.now(), found.text)
      return { keys: known, until: clock.now() + freshFor(found) }
    } catch (error) {
      onRead?.(clock.now(), undefined)
      throw new AuthenticationError(`failed to verify signature: fetching keys ${messageOf(error)}`, {
        cause: error,
      })
    }
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function statusLine({ status, statusText }: FetchedDocument): string {
  return `${status} ${statusText}`
}

/** Throws `AuthenticationError` for a document that is no object in JSON. */
function objectIn({ text }: FetchedDocument, what: string): object {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new AuthenticationError(`oidc: failed to decode ${what}: ${messageOf(error)}`)
  }
  if (value === null) return {}
  if (!isObject(value)) throw new AuthenticationError(`oidc: failed to decode ${what}: no object`)
  return value as object
}
