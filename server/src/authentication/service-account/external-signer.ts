import { createPublicKey } from 'node:crypto'
import type { PassiveClock } from 'apimachinery/wait'
import { socketAddress } from '../../internal/grpc/dial.js'
import { GRPCChannel } from '../../internal/grpc/grpc-channel.js'
import { AuthenticationError } from '../authentication-error.js'
import {
  decodeFetchKeysResponse,
  decodeMetadataResponse,
  decodeSignJWTResponse,
  encodeSignJWTRequest,
  type Key,
} from './external-jwt.gen.js'
import { type VerificationKey, verificationKey } from './token-keys.js'

/** The header and the signature of a token, as in its text. */
export interface TokenSignature {
  readonly header: string
  readonly signature: string
}

/** Settings of an {@link ExternalSigner}. */
export interface ExternalSignerOptions {
  /** Path of its socket; `@name` in the abstract name space of Linux. */
  readonly endpoint: string
  /** Milliseconds of the server's clock. */
  readonly clock: PassiveClock
  /** Milliseconds for each call. Default: ten seconds. */
  readonly timeout?: number | undefined
}

const algorithms = new Set(['RS256', 'ES256', 'ES384', 'ES512'])
const headerFields = new Set(['alg', 'kid', 'typ'])
const longestKeyID = 1024
const leastTokenLife = 600

/** Keys, and until when they need not be asked for again. */
interface KnownKeys {
  readonly keys: readonly VerificationKey[]
  readonly until: number
}

/**
 * A program that signs the tokens of service accounts, `v1.ExternalJWTSigner` over gRPC on a socket. Keys are asked for again when they
 * are older than it says, and for a token with an unknown key.
 *
 * Source: k8s.io/externaljwt/apis/v1, and pkg/serviceaccount/externaljwt/plugin of Kubernetes.
 */
export class ExternalSigner {
  readonly #options: ExternalSignerOptions
  readonly #channel: GRPCChannel
  #known: KnownKeys | undefined
  #asking: Promise<KnownKeys> | undefined

  constructor(options: ExternalSignerOptions) {
    this.#options = options
    this.#channel = new GRPCChannel({ address: socketAddress(options.endpoint) })
  }

  /** Seconds that its tokens may live. Throws `AuthenticationError` for fewer than 600. */
  async maxTokenLife(): Promise<number> {
    const { maxTokenExpirationSeconds: most } = decodeMetadataResponse(await this.#call('Metadata'))
    if (most >= leastTokenLife) return most
    const least = `${leastTokenLife} seconds`
    throw new AuthenticationError(
      `max token life supported by external-jwt-signer (${most} seconds) is less than ${least}`,
    )
  }

  /** Signs claims in base64url. Throws `AuthenticationError` for a header that says more, or less, than it must. */
  async sign(claims: string): Promise<TokenSignature> {
    const answer = decodeSignJWTResponse(await this.#call('Sign', encodeSignJWTRequest({ claims })))
    await this.#checkHeader(answer.header)
    if (answer.signature === '') throw new AuthenticationError('while validating signed JWT: empty signature')
    return answer
  }

  /** Its public keys; with one of that name, if it has one. */
  async keys(keyID?: string): Promise<readonly VerificationKey[]> {
    const known = this.#known
    const isFresh = known !== undefined && this.#options.clock.now() < known.until
    const isThere = keyID === undefined || known?.keys.some((key) => key.keyID === keyID) === true
    if (isFresh && isThere) return known.keys
    this.#asking ??= this.#fetchKeys().finally(() => {
      this.#asking = undefined
    })
    return (await this.#asking).keys
  }

  close(): void {
    this.#channel.close()
  }

  async #fetchKeys(): Promise<KnownKeys> {
    const { keys, refreshHintSeconds: seconds } = decodeFetchKeysResponse(await this.#call('FetchKeys'))
    if (seconds <= 0) throw new AuthenticationError(`found invalid refresh hint (${seconds}s)`)
    if (keys.length === 0) throw new AuthenticationError('found no keys')
    this.#known = { keys: keys.map(readVerificationKey), until: this.#options.clock.now() + seconds * 1000 }
    return this.#known
  }

  async #checkHeader(text: string): Promise<void> {
    const header: Record<string, unknown> = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    const { alg, kid, typ } = header
    const problem = (why: string) => new AuthenticationError(`while validating signed JWT: ${why}`)
    if (Object.keys(header).some((name) => !headerFields.has(name))) throw problem('header has unknown fields')
    if (typ !== 'JWT') throw problem(`bad type ${JSON.stringify(typ ?? '')}`)
    if (!algorithms.has(alg as string)) throw problem(`bad signing algorithm ${JSON.stringify(alg ?? '')}`)
    if (typeof kid !== 'string' || kid === '') throw problem('key id missing')
    if (kid.length > longestKeyID) throw problem(`key id is longer than ${longestKeyID} characters`)
    const unpublished = (await this.keys(kid)).some((key) => key.keyID === kid && key.isUnpublished === true)
    if (unpublished) throw problem(`key used for signing JWT (kid: ${kid}) is excluded from OIDC discovery docs`)
  }

  #call(method: string, request: Uint8Array = new Uint8Array(0)): Promise<Uint8Array> {
    const { timeout = 10_000 } = this.#options
    return this.#channel.call({ path: `/v1.ExternalJWTSigner/${method}`, request, timeout })
  }
}

function readVerificationKey({ keyId: keyID, key, excludeFromOidcDiscovery }: Key): VerificationKey {
  if (keyID === '' || keyID.length > longestKeyID) throw new AuthenticationError('found invalid public key id')
  const read = createPublicKey({ key: Buffer.from(key), format: 'der', type: 'spki' })
  return { ...verificationKey(read), keyID, isUnpublished: excludeFromOidcDiscovery }
}
