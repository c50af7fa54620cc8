import { randomUUID } from 'node:crypto'
import { type PassiveClock, systemClock } from 'apimachinery/wait'
import { JSONWebTokens } from '../json-web-tokens.js'
import type { ExternalSigner } from './external-signer.js'
import { legacyIssuer } from './legacy-token-authenticator.js'
import { type ServiceAccountClaims, serviceAccountUsername, type TokenReference } from './token-claims.js'
import type { SigningKey } from './token-keys.js'

/** Seconds that a kubelet requests, and after which the use of an extended token is recorded. */
const warnOnlyExpiration = 3607
const extendedExpiration = 365 * 24 * 3600

/** Input of a {@link TokenIssuer}. */
export interface TokenIssuerOptions {
  /** The claim `iss`. */
  readonly issuer: string
  /** The signer: a key, a function that returns one, or an external signer. */
  readonly key: SigningKey | (() => Promise<SigningKey>) | Pick<ExternalSigner, 'sign'>
  /** Audiences of the API server itself, for requests that name none. */
  readonly audiences: readonly string[]
  /** Longest life of a token in seconds; 0 for no limit. */
  readonly maxExpirationSeconds?: number | undefined
  /** Extends tokens of pods to a year while clients adopt token rotation; default true. */
  readonly extendExpiration?: boolean | undefined
  readonly clock?: PassiveClock | undefined
  readonly newID?: (() => string) | undefined
}

/** Whose token, for whom, for how long. */
export interface IssueTokenRequest {
  readonly namespace: string
  readonly serviceAccount: TokenReference
  /** The object that the token is bound to; a pod's node is included. */
  readonly pod?: TokenReference | undefined
  readonly secret?: TokenReference | undefined
  readonly node?: TokenReference | undefined
  /** Those of the API server where empty. */
  readonly audiences?: readonly string[] | undefined
  readonly expirationSeconds: number
}

/** Whose token, and the name of the secret that holds it. */
export interface SecretTokenRequest {
  readonly namespace: string
  readonly serviceAccount: TokenReference
  readonly secret: string
}

/** A token, with the status of its `TokenRequest`. */
export interface IssuedToken {
  readonly token: string
  readonly expirationTimestamp: Date
  /** The granted seconds; fewer than requested if there is a limit. */
  readonly expirationSeconds: number
  readonly audiences: readonly string[]
  /** Value of the audit annotation `authentication.kubernetes.io/issued-credential-id`. */
  readonly credentialID: string
}

/**
 * Signs tokens of service accounts.
 *
 * Source: `Claims` and `JWTTokenGenerator` of pkg/serviceaccount, and the `token` subresource of service accounts.
 */
export class TokenIssuer {
  readonly #options: TokenIssuerOptions
  readonly #tokens = new JSONWebTokens()

  constructor(options: TokenIssuerOptions) {
    this.#options = options
  }

  /** Audiences that a request without any gets. */
  get audiences(): readonly string[] {
    return this.#options.audiences
  }

  async issueToken(request: IssueTokenRequest): Promise<IssuedToken> {
    const now = new Date((this.#options.clock ?? systemClock).now())
    const audiences = request.audiences?.length ? request.audiences : this.#options.audiences
    const expirationSeconds = this.#granted(request.expirationSeconds)
    const extended = this.#isExtended(request, audiences, expirationSeconds)
    const issuedAt = Math.floor(now.getTime() / 1000)
    const jti = (this.#options.newID ?? randomUUID)()
    const claims: ServiceAccountClaims = {
      aud: audiences,
      exp: issuedAt + (extended ? this.#granted(extendedExpiration) : expirationSeconds),
      iat: issuedAt,
      iss: this.#options.issuer,
      jti,
      'kubernetes.io': {
        namespace: request.namespace,
        node: request.node,
        pod: request.pod,
        secret: request.secret,
        serviceaccount: request.serviceAccount,
        warnafter: extended ? issuedAt + expirationSeconds : undefined,
      },
      nbf: issuedAt,
      sub: serviceAccountUsername(request.namespace, request.serviceAccount.name),
    }
    return {
      token: await this.#sign(claims),
      expirationTimestamp: new Date((issuedAt + expirationSeconds) * 1000),
      expirationSeconds,
      audiences,
      credentialID: `JTI=${jti}`,
    }
  }

  /** Signs a token that a secret holds: it does not expire. Source: `LegacyClaims` of pkg/serviceaccount. */
  issueSecretToken({ namespace, serviceAccount, secret }: SecretTokenRequest): Promise<string> {
    const prefix = 'kubernetes.io/serviceaccount'
    return this.#sign({
      iss: legacyIssuer,
      sub: serviceAccountUsername(namespace, serviceAccount.name),
      [`${prefix}/namespace`]: namespace,
      [`${prefix}/secret.name`]: secret,
      [`${prefix}/service-account.name`]: serviceAccount.name,
      [`${prefix}/service-account.uid`]: serviceAccount.uid,
    })
  }

  #granted(seconds: number): number {
    const { maxExpirationSeconds = 0 } = this.#options
    return maxExpirationSeconds > 0 ? Math.min(seconds, maxExpirationSeconds) : seconds
  }

  #isExtended({ pod }: IssueTokenRequest, audiences: readonly string[], seconds: number): boolean {
    if (this.#options.extendExpiration === false || pod === undefined || seconds !== warnOnlyExpiration) return false
    const own = this.#options.audiences
    return audiences.every((audience) => own.includes(audience))
  }

  async #sign(claims: object): Promise<string> {
    const { key: given } = this.#options
    if (typeof given === 'object' && 'sign' in given) return signedElsewhere(given, claims)
    const key = typeof given === 'function' ? await given() : given
    const { CompactSign } = await this.#tokens.library()
    return new CompactSign(Buffer.from(JSON.stringify(claims)))
      .setProtectedHeader({ alg: key.algorithm, kid: key.keyID })
      .sign(key.privateKey)
  }
}

async function signedElsewhere(signer: Pick<ExternalSigner, 'sign'>, claims: object): Promise<string> {
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url')
  const { header, signature } = await signer.sign(payload)
  return `${header}.${payload}.${signature}`
}
